/**
 * Crosses over every locus of the rule set: lethal shares, bands, grouping held against listing and simulation.
 */
import t from 'tap'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import { seeded } from '../phenotypes/random-horse.js'
import { inGroups, shippedRuleset } from '../phenotypes/shipped.js'
import { answerOffspring, answerResult } from '../support/exact-answers.js'

const ruleset = await shippedRuleset()

type Alleles = Readonly<Record<string, readonly string[]>>

/** Heterozygous at every locus; the mother's roan and the father's tobiano let each parent have its own fraction. */
const MOTHER: Alleles = {
  ...{
    agouti: ['A', 'a'],
    extension: ['E', 'e'],
    matp: ['Cr', 'Prl'],
    dun: ['D', 'nd2'],
    silver: ['Z', 'n'],
  },
  ...{ champagne: ['Ch', 'n'], grey: ['G', 'n'], kit: ['Rn'], lp: ['Lp', 'n'], patn1: ['PATN1', 'n'] },
  ...{ pax3: ['SW2', 'n'], mitf: ['SW1', 'n'], frame: ['O', 'n'], mushroom: ['Mu', 'n'] },
  ...{ tiger_eye: ['TE1', 'n'], lavender_foal: ['L', 'n'] },
}
const FATHER: Alleles = { ...MOTHER, matp: ['Cr', 'n'], kit: ['To'] }

function foals(
  mother: Alleles,
  father: Alleles,
  more: Readonly<Record<string, unknown>> = {},
): OffspringAnswer {
  const fields = { mother: inGroups(ruleset, mother), father: inGroups(ruleset, father), ...more }
  return answerOffspring(ruleset, fields, 'en').body
}

function coatOf(genotype: Alleles): string {
  return answerResult(ruleset, inGroups(ruleset, genotype), 'en').body.translate
}

t.test(
  'a quarter of the foals of two frame carriers is lethal, named in every language, and none is left out',
  async (t) => {
    const carrier = { agouti: ['A', 'A'], extension: ['E', 'E'], frame: ['O', 'n'] }
    for (const lang of ruleset.languages) {
      const answer = foals(carrier, carrier, { lang })
      t.equal(answer.live_foal_percentage, 75)
      t.equal(
        answer.results.reduce((sum, { percentage }) => sum + percentage, 0),
        100,
      )
      const lethal = answer.results.filter(({ viability }) => viability?.status === 'lethal')
      t.strictSame(
        lethal.map(({ percentage, genotype }) => [percentage, genotype['frame']]),
        [[25, ['O', 'O']]],
      )
      t.ok((lethal[0]?.viability?.cause.length ?? 0) > 20, lang)
      t.not(lethal[0]?.coat, answer.results[0]?.coat)
    }
  },
)

t.test('two lethal loci are not counted twice: 9 of 16 foals live', async (t) => {
  const carrier = { agouti: ['A', 'A'], extension: ['E', 'E'], frame: ['O', 'n'], lavender_foal: ['L', 'n'] }
  t.equal(foals(carrier, carrier).live_foal_percentage, 56.25)
})

t.test(
  'the band holds each percentage at the low and the high ends of all fractions; order follows the best',
  async (t) => {
    const mare = { agouti: ['a', 'a'], extension: ['E', 'e'], kit: ['Rn'] }
    const answer = foals(
      mare,
      { agouti: ['a', 'a'], extension: ['e', 'e'] },
      {
        kit_linkage: { mother: ['E', 'Rn'], father: [] },
        recombination_band: 'true',
      },
    )
    t.match(
      answer.results.map(({ coat, percentage, percentage_band }) => [coat, percentage, percentage_band]),
      [
        ['Blue roan', 45, { low: 48.5, high: 37.5 }],
        ['Chestnut', 45, { low: 48.5, high: 37.5 }],
        ['Black', 5, { low: 1.5, high: 12.5 }],
        ['Red roan', 5, { low: 1.5, high: 12.5 }],
      ],
    )
  },
)

t.test('a band asked for by coat sums the bands of its genotypes', async (t) => {
  const linked = {
    kit_linkage: { mother: ['E', 'Rn', 'PATN1'], father: ['E', 'To'] },
    recombination_band: true,
  }
  const some = (horse: Alleles): Alleles =>
    Object.fromEntries(
      Object.entries(horse).filter(([gene]) => ['agouti', 'extension', 'kit', 'lp', 'patn1'].includes(gene)),
    )
  const listed = foals(some(MOTHER), some(FATHER), linked).results
  for (const { coat, percentage, percentage_band } of foals(some(MOTHER), some(FATHER), {
    ...linked,
    group_by: 'coat',
  }).results) {
    const own = listed.filter((each) => each.coat === coat)
    const near = (a: number | undefined, b: number): boolean => Math.abs((a ?? 0) - b) < 1e-9
    t.ok(
      near(
        percentage,
        own.reduce((sum, each) => sum + each.percentage, 0),
      ),
      coat,
    )
    t.ok(
      near(
        percentage_band?.low,
        own.reduce((sum, each) => sum + (each.percentage_band?.low ?? 0), 0),
      ),
      coat,
    )
    t.ok(
      near(
        percentage_band?.high,
        own.reduce((sum, each) => sum + (each.percentage_band?.high ?? 0), 0),
      ),
      coat,
    )
  }
})

t.test('grouping by coat equals summing the list, on every choice of five loci that interact', async (t) => {
  const interacting = [
    'agouti',
    'extension',
    'silver',
    'kit',
    'lp',
    'patn1',
    'pax3',
    'mitf',
    'frame',
    'mushroom',
  ]
  const plain: Alleles = { agouti: ['a', 'a'], extension: ['e', 'e'] }
  for (const chosen of choices([...interacting, 'lavender_foal'], 5)) {
    const some = (horse: Alleles): Alleles => ({
      ...plain,
      ...Object.fromEntries(Object.entries(horse).filter(([gene]) => chosen.includes(gene))),
    })
    const isLinked = chosen.includes('kit') && chosen.includes('extension')
    const declared = isLinked ? { kit_linkage: { mother: ['E', 'Rn'], father: ['e', 'To'] } } : {}
    const sums = new Map<string, { percentage: number; genotypes: number; first: unknown; best: number }>()
    for (const { coat, percentage, viability, genotype } of foals(some(MOTHER), some(FATHER), declared)
      .results) {
      const key = JSON.stringify([coat, viability])
      const known = sums.get(key) ?? { percentage: 0, genotypes: 0, first: genotype, best: percentage }
      sums.set(key, { ...known, percentage: known.percentage + percentage, genotypes: known.genotypes + 1 })
    }
    const grouped = foals(some(MOTHER), some(FATHER), { ...declared, group_by: 'coat' }).results
    const right = grouped.every(({ coat, viability, percentage, genotypes, genotype }, i) => {
      const sum = sums.get(JSON.stringify([coat, viability]))
      const inOrder = i === 0 || (grouped[i - 1]?.percentage ?? 0) >= percentage
      return (
        inOrder &&
        sum !== undefined &&
        Math.abs(sum.percentage - percentage) < 1e-9 &&
        sum.genotypes === genotypes &&
        JSON.stringify(sum.first) === JSON.stringify(genotype)
      )
    })
    t.ok(right && grouped.length === sums.size, chosen.join(' '))
  }
})

t.test(
  'the hundred most probable coats of parents heterozygous everywhere agree with simulated foals',
  async (t) => {
    const draws = 20_000
    const random = seeded(20261121)
    const declared = { kit_linkage: { mother: ['E', 'Rn'], father: ['e', 'To'] } }
    const { results, total_results } = foals(MOTHER, FATHER, { ...declared, group_by: 'coat', limit: 100 })
    t.equal(results.length, 100)
    t.ok((total_results ?? 0) > 10_000, `${total_results} coats`)
    const counts = new Map<string, number>()
    for (let i = 0; i < draws; i++) {
      const egg = gamete(MOTHER, { kit: 'Rn', extension: 'E', fraction: 0.1 }, random)
      const sperm = gamete(FATHER, { kit: 'To', extension: 'e', fraction: 0.03 }, random)
      const coat = coatOf(
        Object.fromEntries(Object.keys(MOTHER).map((gene) => [gene, [egg[gene] ?? '', sperm[gene] ?? '']])),
      )
      counts.set(coat, (counts.get(coat) ?? 0) + 1)
    }
    const byName = new Map<string, number>()
    for (const { coat, percentage } of results) byName.set(coat, (byName.get(coat) ?? 0) + percentage)
    let chiSquare = 0
    let cells = 0
    for (const [coat, percentage] of byName) {
      const expected = (percentage / 100) * draws
      if (expected < 5) continue
      chiSquare += ((counts.get(coat) ?? 0) - expected) ** 2 / expected
      cells++
    }
    t.ok(cells >= 20, `${cells} coats expected at least five times`)
    t.ok(
      chiSquare < cells + 4 * Math.sqrt(2 * cells),
      `chi-square ${chiSquare.toFixed(1)} over ${cells} coats`,
    )
  },
)

/** One allele of each locus; extension and kit lie together as declared and are parted with the fraction. */
function gamete(
  parent: Alleles,
  together: { readonly kit: string; readonly extension: string; readonly fraction: number },
  random: () => number,
): Record<string, string> {
  const chosen: Record<string, string> = {}
  for (const [gene, [first = '', second = 'n']] of Object.entries(parent))
    chosen[gene] = random() < 0.5 ? first : second
  const other = together.extension === 'E' ? 'e' : 'E'
  const parted = random() < together.fraction
  chosen['extension'] = (chosen['kit'] === together.kit) === !parted ? together.extension : other
  return chosen
}

function choices(from: readonly string[], size: number): readonly (readonly string[])[] {
  if (size === 0) return [[]]
  return from.flatMap((first, i) => choices(from.slice(i + 1), size - 1).map((rest) => [first, ...rest]))
}
