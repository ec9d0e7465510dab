/**
 * Two variants of KIT of which nobody knows whether they share a copy: ["To", "DW20", "unphased"].
 * Guarantees: half of one layout and half of the other; a single coat needs no phase; what is echoed is accepted and means
 * the same; without the word the two lie on two copies, as ever.
 */
import t from 'tap'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, near, noteCodes, parent, PLAIN, refusal, shares, type Genes } from './stable.js'
import { answerResult } from '../support/exact-answers.js'

const ruleset = await shippedRuleset()
const horse = (...kit: readonly string[]): Genes => ({ ...PLAIN, kit })
const kits = (mother: Genes, father: Genes = PLAIN): Record<string, number> =>
  shares(foals(ruleset, mother, father), 'kit')
const coatOf = (...kit: readonly string[]): { readonly kit: unknown; readonly name: string } => {
  const { others, translate } = answerResult(ruleset, parent(horse(...kit)), 'en').body
  return { kit: others['kit'], name: translate }
}

t.test('a foal has each, both or neither, a quarter each', async (t) => {
  t.strictSame(kits(horse('To', 'DW20', 'unphased')), { To: 25, DW20: 25, 'To+DW20': 25, n: 25 })
  t.strictSame(kits(horse('To', 'DW20')), { To: 50, DW20: 50 }, 'without the word: on two copies')
})

t.test('it is the equal mixture of its two layouts, whoever the other parent is', async (t) => {
  for (const other of [horse('SB1'), horse('To+Rn', 'DW5'), horse('To', 'DW20', 'unphased')]) {
    const mixture: Record<string, number> = {}
    for (const layout of [['To+DW20'], ['To', 'DW20']])
      for (const [kit, share] of Object.entries(kits(horse(...layout), other)))
        mixture[kit] = (mixture[kit] ?? 0) + share / 2
    t.strictSame(kits(horse('To', 'DW20', 'unphased'), other), mixture)
  }
})

t.test('the word may stand anywhere, and aliases beside it', async (t) => {
  const wanted = kits(horse('To', 'DW20', 'unphased'))
  for (const kit of [
    ['unphased', 'DW20', 'To'],
    ['W20', 'unphased', 'TO'],
  ])
    t.strictSame(kits(horse(...kit)), wanted, kit.join())
})

t.test('a single coat needs no phase, and the echo is accepted and echoed again', async (t) => {
  const told = coatOf('DW20', 'unphased', 'To')
  t.strictSame(told, { kit: ['To', 'DW20', 'unphased'], name: coatOf('To', 'DW20').name })
  t.strictSame(coatOf('To', 'DW20', 'unphased'), told)
})

t.test('in longer lists it is implied', async (t) => {
  t.strictSame(kits(horse('To', 'Rn', 'DW20', 'unphased')), kits(horse('To', 'Rn', 'DW20')))
  t.strictSame(coatOf('To', 'Rn', 'DW20', 'unphased').kit, ['To', 'Rn', 'DW20'])
})

t.test('where nothing is open nothing is said: one variant on both copies', async (t) => {
  t.strictSame(kits(horse('To', 'To', 'unphased')), { To: 100 })
  t.strictSame(coatOf('To', 'To', 'unphased').kit, ['To', 'To'])
})

t.test('SW2 stays an allele of PAX3 beside it', async (t) => {
  t.strictSame(kits(horse('To', 'DW20', 'SW2', 'unphased')), {
    ...{ 'To/SW2': 12.5, 'DW20/SW2': 12.5, 'To+DW20/SW2': 12.5, SW2: 12.5 },
    ...{ To: 12.5, DW20: 12.5, 'To+DW20': 12.5, n: 12.5 },
  })
  t.strictSame(coatOf('To', 'DW20', 'SW2', 'unphased').kit, ['To', 'DW20', 'unphased', 'SW2'])
  t.strictSame(coatOf('To', 'DW20', 'unphased', 'SW2').kit, ['To', 'DW20', 'unphased', 'SW2'])
  t.strictSame(kits(horse('To', 'SW2', 'unphased')), kits(horse('To', 'SW2')), 'two genes have no phase')
})

t.test('a declaration of both settles it', async (t) => {
  const declared = { kit_linkage: { mother: ['To', 'DW20'], father: [] } }
  const answer = foals(ruleset, horse('To', 'DW20', 'unphased'), PLAIN, declared)
  t.strictSame([shares(answer, 'kit'), answer.has_kit_linkage], [{ 'To+DW20': 50, n: 50 }, true])
})

t.test('declared with extension, each layout recombines by its own: tobiano’s fraction, 3 %', async (t) => {
  const mother = { ...horse('To', 'DW20', 'unphased'), extension: ['E', 'e'] }
  const declared = { kit_linkage: { mother: ['E', 'To'], father: [] } }
  const found = shares(foals(ruleset, mother, PLAIN, declared), 'extension', 'kit')
  const wanted = {
    ...{ 'E/e To+DW20': 24.25, 'e/e n': 24.25, 'E/e To': 24.25, 'e/e DW20': 24.25 },
    ...{ 'e/e To+DW20': 0.75, 'E/e n': 0.75, 'e/e To': 0.75, 'E/e DW20': 0.75 },
  }
  t.ok(near(found, wanted), JSON.stringify(found))
  t.strictSame(noteCodes(foals(ruleset, mother, PLAIN, declared)), [])
})

t.test('what cannot be meant is refused at its place', async (t) => {
  for (const kit of [
    ['unphased'],
    ['To', 'unphased'],
    ['To', 'n', 'unphased'],
    ['n', 'n', 'unphased'],
    ['To+Rn', 'DW20', 'unphased'],
    ['To', 'DW20', 'unphased', 'unphased'],
    ['To+unphased', 'DW20'],
    ['To', 'DW20', 'Unphased'],
    ['To', 'Rn', 'SB1', 'DW5', 'DW7', 'DW20', 'DW1', 'unphased'],
  ]) {
    const refused = refusal(() => foals(ruleset, horse(...kit), PLAIN))
    t.match(refused, { status: 400, code: 'VALIDATION_INVALID_GENES' }, kit.join())
    t.strictSame([refused.details?.field, refused.details?.value], ['mother.others.kit', kit])
  }
  for (const gene of ['silver', 'matp'])
    t.equal(refusal(() => foals(ruleset, { ...PLAIN, [gene]: ['n', 'n', 'unphased'] }, PLAIN)).status, 400)
})
