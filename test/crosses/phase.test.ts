/**
 * Declared phase: coupling, repulsion, each parent's own fraction, and what stays free.
 * Guarantees: the numbers follow the formulas of two- and three-locus linkage (reference: shipped fractions 0.10
 * between pattern-1 and extension and between extension and KIT, 0.03 with one tobiano, 0.43 on chromosome 6).
 */
import t from 'tap'
import { fractionEdits, openEdited } from '../oracle/rule-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { coats, foals, near, noteCodes, PLAIN, shares, sum, type Further, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const horse = (kit: readonly string[], more: Genes = {}): Genes => {
  return { agouti: ['a', 'a'], extension: ['E', 'e'], kit, ...more }
}
const says = (...mother: readonly string[]): Further => ({ kit_linkage: { mother, father: [] } })
const both = (mother: readonly string[], father: readonly string[]): Further => {
  return { kit_linkage: { mother, father } }
}
/** Percentages at extension and KIT of the foals of a mare and a plain chestnut. */
const bred = (mother: Genes, ...declared: readonly string[]): Record<string, number> =>
  shares(foals(ruleset, mother, PLAIN, says(...declared)), 'extension', 'kit')

t.test('in coupling, parental foals have (1−r)/2 each and recombined ones r/2', async (t) => {
  const answer = foals(ruleset, horse(['DW7']), PLAIN, says('E', 'DW7'))
  const found = shares(answer, 'extension', 'kit')
  t.ok(near(found, { 'E/e DW7': 45, 'e/e n': 45, 'E/e n': 5, 'e/e DW7': 5 }), JSON.stringify(found))
  t.strictSame([answer.has_kit_linkage, answer.has_IDK, answer.notes], [true, false, undefined])
  t.ok(Math.abs(sum(answer) - 100) <= 1e-9)
})

t.test('in repulsion, the two kinds change places', async (t) => {
  const found = bred(horse(['DW7']), 'e', 'DW7')
  t.ok(near(found, { 'E/e n': 45, 'e/e DW7': 45, 'E/e DW7': 5, 'e/e n': 5 }), JSON.stringify(found))
})

t.test('declared for the father, linkage is the father’s', async (t) => {
  const answer = foals(ruleset, PLAIN, horse(['DW7']), both([], ['DW7', 'E']))
  const found = shares(answer, 'extension', 'kit')
  t.ok(near(found, { 'E/e DW7': 45, 'e/e n': 45, 'E/e n': 5, 'e/e DW7': 5 }), JSON.stringify(found))
  t.equal(answer.has_kit_linkage, true)
})

t.test('of two linked parents each has its own phase', async (t) => {
  const plain = (mother: readonly string[], father: readonly string[]): number =>
    shares(foals(ruleset, horse(['Rn']), horse(['Rn']), both(mother, father)), 'extension', 'kit')['e/e n'] ??
    NaN
  t.ok(near({ share: plain(['E', 'Rn'], ['E', 'Rn']) }, { share: 20.25 }), 'coupling twice')
  t.ok(near({ share: plain(['e', 'Rn'], ['e', 'Rn']) }, { share: 0.25 }), 'repulsion twice')
  t.ok(near({ share: plain(['E', 'Rn'], ['e', 'Rn']) }, { share: 2.25 }), 'one of each')
  t.ok(near({ share: plain(['E', 'Rn'], []) }, { share: 11.25 }), 'the father unknown')
  t.equal(plain([], []), 6.25)
})

t.test('whatever is not declared assorts independently, and exactly so', async (t) => {
  const answer = foals(ruleset, horse(['DW7']), PLAIN)
  t.strictSame(shares(answer, 'extension', 'kit'), { 'E/e DW7': 25, 'E/e n': 25, 'e/e DW7': 25, 'e/e n': 25 })
  t.equal(answer.has_kit_linkage, false)
})

t.test('"I do not know" changes no percentage and is echoed', async (t) => {
  const unknown = foals(ruleset, horse(['DW7']), PLAIN, { has_IDK: 'true' })
  const silent = foals(ruleset, horse(['DW7']), PLAIN)
  t.strictSame({ ...unknown, has_IDK: false }, silent)
  t.equal(unknown.has_IDK, true)
})

t.test('a declaration acts beside "I do not know"', async (t) => {
  const declared = foals(ruleset, horse(['DW7']), PLAIN, { ...says('E', 'DW7'), has_IDK: true })
  const certain = foals(ruleset, horse(['DW7']), PLAIN, says('E', 'DW7'))
  t.strictSame(declared, { ...certain, has_IDK: true })
  t.equal(declared.has_kit_linkage, true)
})

t.test(
  'order, repetition, wild types and laboratory spellings in a declaration change nothing',
  async (t) => {
    const wanted = foals(ruleset, horse(['DW7']), PLAIN, says('E', 'DW7'))
    for (const declared of [
      ['DW7', 'E'],
      ['E', 'W7'],
      ['E', 'n', 'DW7'],
      ['N', 'E', 'DW7'],
      ['E', 'E', 'DW7'],
    ]) {
      t.strictSame(foals(ruleset, horse(['DW7']), PLAIN, says(...declared)), wanted, declared.join())
    }
  },
)

t.test('tobiano’s fraction holds for a parent with exactly one copy that carries it', async (t) => {
  const tight = [48.5, 1.5]
  const loose = [45, 5]
  for (const [kit, allele, [parental = NaN, recombined = NaN]] of [
    [['To'], 'To', tight],
    [['To+DW20', 'n'], 'DW20', tight],
    [['To', 'DW20'], 'DW20', tight],
    [['To', 'DW20', 'Rn'], 'DW20', tight],
    [['DW20'], 'DW20', loose],
    [['To', 'To+DW20'], 'DW20', loose],
    [['To', 'To', 'DW20'], 'DW20', loose],
  ] as const) {
    const answer = foals(ruleset, horse(kit), PLAIN, says('E', allele))
    const found: Record<string, number> = {}
    for (const { genotype, percentage } of answer.results) {
      const carries = genotype['kit']?.some((copy) => copy.split('+').includes(allele)) === true
      const key = carries === (genotype['extension']?.[0] === 'E') ? 'parental' : 'recombined'
      found[key] = (found[key] ?? 0) + percentage
    }
    t.ok(near(found, { parental: 2 * parental, recombined: 2 * recombined }), `${kit.join()} ${allele}`)
  }
})

t.test('one parent’s tobiano does not tighten the other parent’s linkage', async (t) => {
  const declared = both(['E', 'To'], ['E', 'Rn'])
  const found = shares(foals(ruleset, horse(['To']), horse(['Rn']), declared), 'extension', 'kit')
  t.ok(near({ share: found['e/e n'] ?? NaN }, { share: 100 * 0.485 * 0.45 }))
  t.ok(near({ share: found['e/e To/Rn'] ?? NaN }, { share: 100 * 0.015 * 0.05 }))
  const swapped = foals(ruleset, horse(['Rn']), horse(['To']), both(['E', 'Rn'], ['E', 'To']))
  t.strictSame(shares(swapped, 'extension', 'kit'), found)
})

t.test('three declared loci recombine between neighbours', async (t) => {
  const mother = horse(['DW7'], { patn1: ['PATN1', 'n'] })
  const answer = foals(ruleset, mother, PLAIN, says('PATN1', 'E', 'DW7'))
  const found = shares(answer, 'patn1', 'extension', 'kit')
  const wanted = {
    ...{ 'PATN1/n E/e DW7': 40.5, 'n/n e/e n': 40.5 },
    ...{ 'PATN1/n E/e n': 4.5, 'n/n e/e DW7': 4.5, 'PATN1/n e/e n': 4.5, 'n/n E/e DW7': 4.5 },
    ...{ 'PATN1/n e/e DW7': 0.5, 'n/n E/e n': 0.5 },
  }
  t.ok(near(found, wanted), JSON.stringify(found))
})

t.test('of three loci with two declared, those two recombine and the third is free', async (t) => {
  const mother = horse(['DW7'], { patn1: ['PATN1', 'n'] })
  const outer = foals(ruleset, mother, PLAIN, says('PATN1', 'DW7'))
  const halves = (wanted: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(wanted).flatMap(([key, share]) => [
        [`E/e ${key}`, share / 2],
        [`e/e ${key}`, share / 2],
      ]),
    )
  const apart = halves({ 'PATN1/n DW7': 41, 'n/n n': 41, 'PATN1/n n': 9, 'n/n DW7': 9 })
  t.ok(near(shares(outer, 'extension', 'patn1', 'kit'), apart), 'the outer two: r1 + r2 − 2·r1·r2')
  const inner = shares(foals(ruleset, mother, PLAIN, says('E', 'DW7')), 'patn1', 'extension', 'kit')
  t.ok(near({ share: inner['PATN1/n E/e DW7'] ?? NaN }, { share: 22.5 }))
  t.ok(near({ share: inner['n/n E/e DW7'] ?? NaN }, { share: 22.5 }))
})

t.test('pattern-1 and extension are linked like neighbours', async (t) => {
  const mother = horse(['n'], { patn1: ['PATN1', 'n'] })
  const found = shares(foals(ruleset, mother, PLAIN, says('PATN1', 'e')), 'patn1', 'extension')
  t.ok(
    near(found, { 'PATN1/n e/e': 45, 'n/n E/e': 45, 'PATN1/n E/e': 5, 'n/n e/e': 5 }),
    JSON.stringify(found),
  )
})

t.test('a homozygous locus between two declared ones still lies between them', async (t) => {
  const mother = { ...horse(['DW7'], { patn1: ['PATN1', 'n'] }), extension: ['e', 'e'] }
  const found = shares(foals(ruleset, mother, PLAIN, says('PATN1', 'DW7')), 'patn1', 'kit')
  t.ok(near(found, { 'PATN1/n DW7': 41, 'n/n n': 41, 'PATN1/n n': 9, 'n/n DW7': 9 }), JSON.stringify(found))
})

t.test('SW2 is linked with silver wherever it is written', async (t) => {
  const wanted = { both: 28.5, neither: 28.5, silver: 21.5, splash: 21.5 }
  for (const where of [{ kit: ['SW2'] }, { pax3: ['SW2', 'n'] }]) {
    const answer = foals(ruleset, { ...PLAIN, silver: ['Z', 'n'], ...where }, PLAIN, says('Z', 'SW2'))
    t.equal(answer.has_kit_linkage, true)
    const found = shares(answer, 'silver', where.kit === undefined ? 'pax3' : 'kit')
    const values = Object.entries(found).map(([key, share]) => {
      const [silver, splash] = [key.includes('Z'), key.includes('SW2')]
      return [silver && splash ? 'both' : silver ? 'silver' : splash ? 'splash' : 'neither', share] as const
    })
    t.ok(near(Object.fromEntries(values), wanted), JSON.stringify(found))
  }
})

t.test('each linkage group has its own declaration in the same array', async (t) => {
  const mother = horse(['DW7', 'SW2'], { silver: ['Z', 'n'] })
  const found = shares(
    foals(ruleset, mother, PLAIN, says('E', 'SW2', 'Z', 'DW7')),
    'extension',
    'silver',
    'kit',
  )
  t.ok(near({ share: found['E/e Z/n DW7/SW2'] ?? NaN }, { share: 45 * 0.285 }), JSON.stringify(found))
  t.ok(near({ share: found['e/e Z/n n'] ?? NaN }, { share: 45 * 0.215 }), JSON.stringify(found))
})

t.test(
  'variants of a list that are declared together keep only the layouts that hold them on one copy',
  async (t) => {
    const answer = foals(ruleset, horse(['To', 'Rn', 'DW20']), PLAIN, says('To', 'DW20'))
    t.strictSame(shares(answer, 'kit'), { 'To+Rn+DW20': 25, 'To+DW20': 25, Rn: 25, n: 25 })
    t.equal(answer.has_kit_linkage, true)
    const all = foals(ruleset, horse(['To', 'Rn', 'DW20']), PLAIN, says('To', 'DW20', 'Rn'))
    t.strictSame(shares(all, 'kit'), { 'To+Rn+DW20': 50, n: 50 })
  },
)

t.test('beside a variant that a list names twice, two others can still be declared together', async (t) => {
  const answer = foals(ruleset, horse(['To', 'DW20', 'To', 'Rn']), PLAIN, says('Rn', 'DW20'))
  t.strictSame(shares(answer, 'kit'), { 'To+Rn+DW20': 50, To: 50 })
  t.equal(answer.has_kit_linkage, true)
})

t.test('a list and extension declared together fix both layout and phase', async (t) => {
  const answer = foals(ruleset, horse(['Rn', 'DW7', 'DW20']), PLAIN, says('E', 'Rn', 'DW20'))
  const wanted: Record<string, number> = {}
  for (const kit of ['Rn+DW20', 'Rn+DW7+DW20'])
    Object.assign(wanted, { [`E/e ${kit}`]: 22.5, [`e/e ${kit}`]: 2.5 })
  for (const kit of ['DW7', 'n']) Object.assign(wanted, { [`e/e ${kit}`]: 22.5, [`E/e ${kit}`]: 2.5 })
  const found = shares(answer, 'extension', 'kit')
  t.ok(near(found, wanted), JSON.stringify(found))
})

t.test('one variant of a list declared with extension leaves the others free', async (t) => {
  const found = bred(horse(['Rn', 'DW7', 'DW20']), 'E', 'Rn')
  t.equal(Object.keys(found).length, 16)
  for (const [key, share] of Object.entries(found)) {
    const isParental = key.startsWith('E') === key.includes('Rn')
    t.ok(near({ share }, { share: isParental ? 11.25 : 1.25 }), key)
  }
})

t.test(
  'linked rows of equal weight stand in canonical order, not in the order of rounding errors',
  async (t) => {
    const mother = horse(['DW7'], { patn1: ['PATN1', 'n'] })
    const rows = foals(ruleset, mother, PLAIN, says('PATN1', 'E', 'DW7')).results
    t.strictSame(
      rows.map(({ genotype }) =>
        [genotype['extension'], genotype['kit'], genotype['patn1']].flat().join(' '),
      ),
      [
        ...['E e DW7 PATN1 n', 'e e n n n'],
        ...['E e DW7 n n', 'E e n PATN1 n', 'e e DW7 n n', 'e e n PATN1 n'],
        ...['E e n n n', 'e e DW7 PATN1 n'],
      ],
    )
  },
)

t.test('with a fraction of 0 nothing recombines, and what cannot happen is not listed', async (t) => {
  const { ruleset: tight } = await openEdited(fractionEdits(['0', '0', '0', '0']))
  const answer = foals(tight, horse(['DW7']), PLAIN, says('E', 'DW7'))
  t.strictSame(shares(answer, 'extension', 'kit'), { 'E/e DW7': 50, 'e/e n': 50 })
  t.equal(answer.has_kit_linkage, true)
  const limited = foals(tight, horse(['DW7']), PLAIN, { ...says('E', 'DW7'), limit: 10 })
  t.strictSame([limited.results.length, limited.total_results, limited.returned_percentage], [2, 2, 100])
  const grouped = foals(tight, horse(['DW7']), PLAIN, { ...says('e', 'DW7'), group_by: 'coat' })
  t.strictSame(coats(grouped), { Black: 50, 'Dominant white': 50 })
  t.strictSame(
    grouped.results.map(({ genotypes }) => genotypes),
    [1, 1],
  )
  const undeclared = foals(tight, horse(['DW7']), PLAIN)
  t.equal(undeclared.results.length, 4, 'without a declaration both phases are equally likely')
})

t.test('with a fraction of 0.5 a declaration changes nothing, and the answer says so', async (t) => {
  const { ruleset: loose } = await openEdited(fractionEdits(['0.5', '0.5', '0.5', '0.5']))
  const answer = foals(loose, horse(['DW7']), PLAIN, says('E', 'DW7'))
  t.strictSame(answer.results, foals(loose, horse(['DW7']), PLAIN).results)
  t.equal(answer.has_kit_linkage, false)
  t.strictSame(noteCodes(answer), ['linkage-no-effect@kit_linkage.mother'])
})
