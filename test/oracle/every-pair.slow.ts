/**
 * Every unordered pair of alleles of KIT and of MITF, from the rule files: one parent brings the one, the other the other.
 * Guarantees: foals, shares and declared linkage as brute force has them; who is lost and who is white as the classes of the
 * gene file say, worked out here without the rules. Random crosses alone meet rare homozygotes too seldom.
 */
import t from 'tap'
import type { Possibility } from '../../src/operations/generate-child/row.js'
import { everyFoal } from './brute-force.js'
import { factsOf } from './facts.js'
import { askCross, demandEqual, judgeList } from './judge.js'
import type { RandomParent } from './random-parents.js'
import { openShipped } from './rule-sets.js'

const { ruleset, tables } = await openShipped()
const facts = factsOf(tables)
const rowsOf = (gene: string): (typeof tables.loci)[number]['alleles'] =>
  tables.loci.find(({ locus }) => locus === gene)?.alleles ?? []
const pairsOf = (gene: string): readonly (readonly [string, string])[] => {
  const order = facts.loci.get(gene)?.order ?? []
  return order.flatMap((one, i) => order.slice(i).map((other) => [one, other] as const))
}
const bay = { agouti: ['A', 'A'], extension: ['E', 'e'] }

function judge(
  mother: RandomParent,
  father: RandomParent,
  loss: (foal: Possibility) => string,
  white?: (foal: Possibility) => boolean,
): void {
  const expected = everyFoal(facts, mother, father)
  if (expected === undefined) throw new Error('brute force gave up')
  const answer = askCross(ruleset, { mother, father })
  judgeList(answer, expected)
  let suspected = 0
  for (const foal of answer.results) {
    const found = foal.viability?.status ?? 'lives'
    demandEqual(found, loss(foal), `viability of ${JSON.stringify(foal.genotype)}`)
    if (found === 'suspected') suspected += foal.percentage
    if (white === undefined) continue
    demandEqual(
      /^(Dominant w|W)hite/.test(foal.coat),
      white(foal),
      `coat of ${JSON.stringify(foal.genotype)}`,
    )
  }
  const told = answer.suspected_loss_percentage ?? 0
  if (Math.abs(told - suspected) > 1e-9) throw new Error(`suspected: ${told}, not ${suspected}`)
}

/** Copies of each variant of KIT. */
function doseOf(foal: Possibility): (variant: string) => number {
  const variants = (foal.genotype['kit'] ?? []).flatMap((copy) => copy.split('+'))
  return (variant) => variants.filter((each) => each === variant).length
}

const classes = new Map(rowsOf('kit').map(({ allele, expression }) => [allele, expression]))
const ofClass = (wanted: string): readonly string[] =>
  [...classes].flatMap(([allele, expression]) => (expression === wanted ? [allele] : []))
const FULL = ofClass('full')
const PARTIAL = ofClass('partial')
const NEVER_SEEN_TWICE = [...FULL, 'DW5', 'DW10', 'DW22']

const kitLoss = (foal: Possibility): string =>
  NEVER_SEEN_TWICE.some((variant) => doseOf(foal)(variant) === 2) ? 'suspected' : 'lives'
const kitWhite = (foal: Possibility): boolean => {
  const dose = doseOf(foal)
  const sum = (some: readonly string[]): number => some.reduce((all, each) => all + dose(each), 0)
  const withW20 = dose('DW20') > 0 && dose('DW5') + dose('DW22') > 0
  return sum(FULL) > 0 || sum(PARTIAL) > 1 || withW20 || dose('SB1') === 2
}

t.test('the gene file still has the classes that this page reads', async (t) => {
  t.ok(FULL.length >= 15 && PARTIAL.length >= 14 && ofClass('booster').length >= 2)
  t.ok(pairsOf('kit').length >= 700)
  t.equal(pairsOf('mitf').length, 36)
})

for (const linked of [false, true])
  t.test(
    `every pair of KIT variants, ${linked ? 'with E declared beside each' : 'nothing declared'}`,
    async (t) => {
      for (const [one, other] of pairsOf('kit')) {
        const parent = (variant: string): RandomParent => ({
          genes: { ...bay, kit: [variant] },
          declared: linked && variant !== 'n' ? ['E', variant] : [],
        })
        judge(parent(one), parent(other), kitLoss, kitWhite)
      }
      t.pass()
    },
  )

for (const linked of [false, true])
  t.test(
    `every horse with two KIT variants, ${linked ? 'with E declared beside the first' : 'nothing declared'}`,
    async (t) => {
      const plain = { genes: { agouti: ['A', 'A'], extension: ['e', 'e'] }, declared: [] }
      for (const kit of pairsOf('kit')) {
        const declared = linked && kit[0] !== 'n' ? ['E', kit[0]] : []
        judge({ genes: { ...bay, kit }, declared }, plain, kitLoss, kitWhite)
      }
      t.pass()
    },
  )

const MITF_LOSSES = ['SW3', 'SW5', 'SW6']

for (const linked of [false, true])
  t.test(
    `every pair of MITF variants, ${linked ? 'beside a declared E and roan' : 'nothing declared'}`,
    async (t) => {
      for (const [one, other] of pairsOf('mitf')) {
        const parent = (variant: string): RandomParent => ({
          genes: { ...bay, mitf: [variant, 'n'], ...(linked && { kit: ['Rn'] }) },
          declared: linked ? ['E', 'Rn'] : [],
        })
        judge(parent(one), parent(other), ({ genotype }) =>
          MITF_LOSSES.some((each) => genotype['mitf']?.join() === `${each},${each}`) ? 'suspected' : 'lives',
        )
      }
      t.pass()
    },
  )
