/**
 * KIT: one locus, many variants, several of which can lie on one chromosome copy.
 * Guarantees: what lies together is handed on together, what lies apart never is, what is not known is every
 * arrangement in equal parts; SW2 belongs to PAX3 wherever it is written.
 */
import t from 'tap'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, PLAIN, refusal, shares, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const horse = (...kit: readonly string[]): Genes => ({ ...PLAIN, kit })
const kits = (mother: Genes, father: Genes = PLAIN): Record<string, number> =>
  shares(foals(ruleset, mother, father), 'kit')

t.test('two variants on two copies: every foal has exactly one of them', async (t) => {
  t.strictSame(kits(horse('To', 'DW20')), { To: 50, DW20: 50 })
})

t.test('two variants on one copy: half of the foals have both, half neither', async (t) => {
  for (const kit of [['To+DW20'], ['To+DW20', 'n'], ['n', 'DW20+To'], ['W20+TO', 'N']]) {
    t.strictSame(kits(horse(...kit)), { 'To+DW20': 50, n: 50 }, kit.join())
  }
})

t.test('one element means a wild second copy', async (t) => {
  t.strictSame(kits(horse('To')), { To: 50, n: 50 })
  t.strictSame(kits(horse('To')), kits(horse('To', 'n')))
  t.strictSame(kits(horse('n')), { n: 100 })
})

t.test('a homozygote hands its variant to every foal', async (t) => {
  t.strictSame(kits(horse('To', 'To')), { To: 100 })
  t.strictSame(kits(horse('To', 'To'), horse('To', 'To')), { 'To/To': 100 })
})

t.test('foals of two carriers have one copy from each, in the order of the rule file', async (t) => {
  t.strictSame(kits(horse('DW20'), horse('To')), { 'To/DW20': 25, To: 25, DW20: 25, n: 25 })
  t.strictSame(kits(horse('To+DW20'), horse('Rn')), { 'To+DW20/Rn': 25, 'To+DW20': 25, Rn: 25, n: 25 })
  t.strictSame(kits(horse('To+DW20'), horse('To')), { 'To/To+DW20': 25, 'To+DW20': 25, To: 25, n: 25 })
  t.strictSame(kits(horse('To+DW20'), horse('To+DW20')), { 'To+DW20': 50, 'To+DW20/To+DW20': 25, n: 25 })
})

const LIST = ['To', 'Rn', 'SB1', 'DW5', 'DW7', 'DW20']
for (const k of [3, 4, 5, 6]) {
  t.test(`a laboratory list of ${k} variants has ${2 ** (k - 1)} equally likely layouts`, async (t) => {
    const found = kits(horse(...LIST.slice(0, k)))
    // Each layout makes two gametes, and no two layouts make the same one.
    t.equal(Object.keys(found).length, 2 * 2 ** (k - 1))
    t.strictSame(new Set(Object.values(found)), new Set([100 / 2 ** k]))
    t.equal(found['n'], 100 / 2 ** k, 'all on one copy is one of them')
    t.equal(found[LIST.slice(0, k).join('+')], 100 / 2 ** k)
  })
}

t.test('a variant that a list names twice lies on both copies', async (t) => {
  t.strictSame(kits(horse('To', 'DW20', 'To')), { To: 50, 'To+DW20': 50 })
  t.strictSame(kits(horse('To', 'To', 'DW20', 'Rn')), {
    To: 25,
    'To+Rn': 25,
    'To+DW20': 25,
    'To+Rn+DW20': 25,
  })
  t.strictSame(kits(horse('To', 'DW20', 'To', 'DW20')), { 'To+DW20': 100 })
})

t.test('a list is the equal mixture of its layouts written out', async (t) => {
  const layouts = [['To+Rn+DW20'], ['To+Rn', 'DW20'], ['To+DW20', 'Rn'], ['Rn+DW20', 'To']]
  const mixture: Record<string, number> = {}
  for (const layout of layouts) {
    for (const [kit, share] of Object.entries(kits(horse(...layout), horse('SB1')))) {
      mixture[kit] = (mixture[kit] ?? 0) + share / layouts.length
    }
  }
  t.strictSame(kits(horse('Rn', 'DW20', 'To'), horse('SB1')), mixture)
})

t.test('a list that cannot be a list is refused at its place', async (t) => {
  for (const kit of [
    ['To', 'Rn', 'n'],
    ['To+Rn', 'DW20', 'SB1'],
    ['To', 'To', 'To'],
    ['To+To'],
    ['To+SW2'],
    ['SW2', 'SW2', 'SW2'],
    ['To', 'Rn', 'SB1', 'DW5', 'DW7', 'DW20', 'DW1'],
  ]) {
    const refused = refusal(() => foals(ruleset, PLAIN, horse(...kit)))
    t.match(refused, { status: 400, code: 'VALIDATION_INVALID_GENES' }, kit.join())
    t.equal(refused.details?.field, 'father.others.kit')
    t.strictSame(refused.details?.value, kit)
  }
})

t.test('SW2 under kit segregates as PAX3 and competes with no KIT variant for a copy', async (t) => {
  t.strictSame(kits(horse('SW2')), { SW2: 50, n: 50 })
  t.strictSame(kits(horse('To', 'SW2')), { 'To/SW2': 25, To: 25, SW2: 25, n: 25 })
  t.strictSame(kits(horse('To', 'DW20', 'SW2')), { 'To/SW2': 25, 'DW20/SW2': 25, To: 25, DW20: 25 })
  t.strictSame(kits(horse('SW2', 'SW2')), { SW2: 100 })
  t.strictSame(kits(horse('SW2'), horse('SW2')), { SW2: 50, 'SW2/SW2': 25, n: 25 })
  t.strictSame(kits(horse('SW2', 'SW2', 'To', 'To')), { 'To/SW2': 100 })
})

t.test('SW2 is shown under pax3 as soon as one parent names pax3', async (t) => {
  const named = { ...PLAIN, pax3: ['n', 'n'] }
  for (const answer of [
    foals(ruleset, horse('To', 'SW2'), named),
    foals(ruleset, named, horse('SW2', 'To')),
  ]) {
    t.strictSame(shares(answer, 'kit', 'pax3'), { 'To SW2/n': 25, 'To n/n': 25, 'n SW2/n': 25, 'n n/n': 25 })
  }
  const both = foals(ruleset, { ...PLAIN, pax3: ['SW2', 'n'] }, horse('SW2'))
  t.strictSame(shares(both, 'kit', 'pax3'), { 'n SW2/n': 50, 'n SW2/SW2': 25, 'n n/n': 25 })
})

t.test('one horse that names SW2 in both places is refused', async (t) => {
  const twice = { ...PLAIN, kit: ['SW2'], pax3: ['n', 'n'] }
  const { code, details } = refusal(() => foals(ruleset, twice, PLAIN))
  t.strictSame([code, details?.field], ['VALIDATION_INVALID_GENES', 'mother.others.kit'])
})
