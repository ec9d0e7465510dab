/**
 * Which genetic test tells most of an animal: of what it carries, or of the foals that it can have with a mate.
 * Guarantees: each uncertain gene is a test by itself; tests are ordered by what they tell on average.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import type { Robe } from '../../library.js'
import type { Copies, Sex } from '../choice.js'
import { opened } from '../observed.js'
import type { Wanted } from './plan.js'
import { wantedCoats } from './wanted-coats.js'

export interface TestsQuestion extends Fields {
  readonly animal: Fields
  readonly sex: Sex
  /** For a question about foals. */
  readonly cross?: { readonly mate: Fields; readonly wanted: Wanted }
  readonly population: string
  readonly lang: string
}

/** A possible result of a test. */
export interface TestResult {
  readonly alleles: Copies
  readonly percentage: number
  /** Of a question about foals: the chance of a wanted one after this result. */
  readonly chance?: number
}

export interface TestFound {
  /** Whether the mate is to be tested. */
  readonly isMate: boolean
  readonly gene: string
  /** In bits. */
  readonly gain: number
  /** Likeliest first. */
  readonly results: readonly TestResult[]
}

export interface TestsFound {
  /** The chance of a wanted foal before any test. */
  readonly chance?: number
  readonly tests: readonly TestFound[]
  /** The coat of an animal with two copies, by gene and allele, where each animal shows one allele or another. */
  readonly coats: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly notes: readonly { readonly text: string }[]
  /** The question as an API call. */
  readonly call: { readonly path: string; readonly body: Fields }
}

/** How many coats a question may name. */
const MAX_COATS = 60

export function findTests(robe: Robe, question: TestsQuestion): TestsFound {
  const { animal, sex, cross, population, lang } = question
  const own = opened(robe, { ...animal, sex }, lang)
  const about = { population, lang }
  const { tests, notes, body } = uncertainGenes(robe, own, about)
  const coats = coatsByAllele(robe, lang)
  if (cross === undefined)
    return { tests: ordered(tests), coats, notes, call: { path: '/coats/infer', body } }
  const mate = opened(robe, { ...cross.mate, sex: sex === 'f' ? 'm' : 'f' }, lang)
  const [animalRole, mateRole] =
    sex === 'f' ? (['mother', 'father'] as const) : (['father', 'mother'] as const)
  const parents = { [animalRole]: withoutSex(own), [mateRole]: withoutSex(mate) }
  const wanted = coatNames(robe, parents, cross.wanted, about)
  const all = [
    ...tests.map(({ gene }) => ({ gene, isMate: false })),
    ...uncertainGenes(robe, mate, about).tests.map(({ gene }) => ({ gene, isMate: true })),
  ]
  const asked = all.map(({ gene, isMate }) => ({
    id: `${isMate ? mateRole : animalRole} ${gene}`,
    animal: isMate ? mateRole : animalRole,
    genes: [gene],
  }))
  const whole = { question: { cross: parents }, yes_no: wanted, tests: asked, ...about }
  const call = { path: '/coats/nextTest', body: whole }
  if (wanted.length === 0) return { chance: 0, tests: [], coats, notes, call }
  // One by one, because all results together may be too many.
  const found = asked.map((test, index) => ({ ...robe.nextTest({ ...whole, tests: [test] }), ...all[index] }))
  const [first] = found
  const chance = first?.yes_percentage ?? chanceOf(robe, parents, wanted, about)
  const told = found.map(({ tests: [test], gene = '', isMate = false }) => ({
    isMate,
    gene,
    gain: test?.gain ?? 0,
    results: (test?.results ?? []).map(({ genotypes, percentage, yes_percentage: after }) => ({
      alleles: genotypes[gene] ?? [],
      percentage,
      ...(after === undefined ? {} : { chance: after }),
    })),
  }))
  return {
    chance,
    tests: ordered(told.filter(({ gain }) => gain > 0)),
    coats,
    notes: first?.notes ?? notes,
    call,
  }
}

interface About {
  readonly population: string
  readonly lang: string
}

function ordered(tests: readonly TestFound[]): readonly TestFound[] {
  return tests.toSorted((one, other) => other.gain - one.gain)
}

/** Genes with more than one possible genotype; the gain of a test is the entropy of its results. */
function uncertainGenes(robe: Robe, animal: Fields, about: About) {
  const body = { horses: [{ id: 'animal', ...animal }], ask: [{ genotype: 'animal' }], ...about }
  const { answers, notes = [] } = robe.infer(body)
  const [answer] = answers
  const shares = answer?.ask === 'genotype' ? answer.genotypes : []
  const genes = [...new Set(shares.map(({ gene }) => gene))]
  const tests = genes.flatMap((gene): readonly TestFound[] => {
    const results = shares.filter((each) => each.gene === gene)
    if (results.length < 2) return []
    const gain = results.reduce((sum, { percentage }) => {
      const share = percentage / 100
      return share > 0 ? sum - share * Math.log2(share) : sum
    }, 0)
    return [{ isMate: false, gene, gain, results }]
  })
  return { tests, notes, body }
}

/** The names of the wanted coats that the cross can have. */
function coatNames(robe: Robe, parents: Fields, wanted: Wanted, about: About): readonly string[] {
  const { all, tokens } = wantedCoats(robe, wanted, about.lang)
  if (tokens === undefined) return all.length === 1 ? all : []
  const { rows } = robe.listOffspring({ ...parents, group_by: 'coat', tokens: true, ...about })
  const names: string[] = []
  for (const { coat, tokens: own = [], viability } of rows) {
    if (viability?.status !== 'lethal' && tokens.every((token) => own.includes(token))) names.push(coat)
    if (names.length === MAX_COATS) break
  }
  return names
}

/** The chance of a wanted foal where nothing is left to test. */
function chanceOf(robe: Robe, parents: Fields, wanted: readonly string[], about: About): number {
  const { mother, father } = parents
  const candidates = [{ id: 'father', ...(father as Fields) }]
  const [row] = robe.chooseMate({ horse: mother, candidates, wanted, ...about }).results
  return row?.wanted_percentage ?? 0
}

/** The coat of an animal with two copies of an allele, and else the first allele of each required gene. */
function coatsByAllele(robe: Robe, lang: string): TestsFound['coats'] {
  const genes = robe.genes({ lang }).genes.filter(({ required }) => required)
  const coatOf = (gene: string, allele: string): string => {
    const copies = genes.map((each) => {
      const own = each.gene === gene ? allele : (each.alleles[0]?.allele ?? '')
      return [each, [own, own]] as const
    })
    const group = (name: string): Fields =>
      Object.fromEntries(
        copies.filter(([each]) => each.group === name).map(([each, pair]) => [each.gene, pair]),
      )
    return robe.result({ base: group('base'), others: group('others'), sex: 'f', lang }).translate
  }
  return Object.fromEntries(
    genes.map(({ gene, alleles }) => [
      gene,
      Object.fromEntries(alleles.map(({ allele }) => [allele, coatOf(gene, allele)])),
    ]),
  )
}

function withoutSex({ sex: _, ...known }: Fields): Fields {
  return known
}
