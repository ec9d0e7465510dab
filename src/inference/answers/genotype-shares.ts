/**
 * What one horse of a question may carry, locus by locus, and what lies together on its copies.
 */
import { compareCopies, type Copy } from '../../genetics/locus.js'
import { pairOf, type Pair } from '../../genetics/genotype.js'
import type { LocusShares } from '../answer.js'
import { once, onceEach } from '../../common/memo.js'
import type { Known } from '../facts/known.js'
import { A_PHASE, A_SHARE, draftsWithin, furthered, type Draft } from '../planning/cost.js'
import { DOUBLE, type Numbers } from '../network/numbers.js'
import { sharesOver, type Counted, type Shares } from '../network/posterior.js'
import { tiedGroups, tiesOf } from '../network/ties.js'
import { comparePairs, compareShares, largestFirst, together, type AnswerDraft } from './work.js'

/** @param byFacts what is possible by the facts, however frequent copies are; the same where all copies are met */
export function genotypeShares(
  known: Known,
  byFacts: Known,
  horse: number,
  loci: readonly number[],
  most: number,
): AnswerDraft<readonly LocusShares[]> {
  // What is likely to cost most comes first, so that what is too much is soon seen.
  const inTurn = largestFirst(known, loci, (locus) => groupOf(known, locus))
  const parts = draftsWithin(most, inTurn, (locus) => {
    const byFigures = shared(locusPairs(DOUBLE, known, horse, locus))
    const all = byFacts === known ? byFigures : locusPairs(DOUBLE, byFacts, horse, locus)
    return together([byFigures, all], ([own = [], all]): LocusShares => {
      const total = own.reduce((sum, { weight }) => sum + weight, 0)
      const found = own.map(({ pair, weight }) => ({ pair, probability: weight / total }))
      return {
        locus,
        shares: found.sort(
          (a, b) => compareShares(a.probability, b.probability) || comparePairs(a.pair, b.pair),
        ),
        certain: all?.length === 1 ? all[0]?.pair : undefined,
      }
    })
  })
  return together(parts, (answers) =>
    [...answers].sort((a, b) => loci.indexOf(a.locus) - loci.indexOf(b.locus)),
  )
}

function groupOf({ reading: { model } }: Known, locus: number): number {
  return model.groups.findIndex(({ loci }) => loci.some(({ index }) => index === locus))
}

export interface WeighedPair<N> {
  readonly pair: Pair
  readonly weight: N
}

/** Unordered pairs at one locus, every copy told apart. */
export function locusPairs<N>(
  numbers: Numbers<N>,
  known: Known,
  horse: number,
  locus: number,
): Draft<Counted<readonly WeighedPair<N>[]>> {
  const group = groupOf(known, locus)
  const place = known.reading.model.groups[group]?.loci.findIndex(({ index }) => index === locus) ?? 0
  return furthered(ofAnimal(numbers, known, horse, group, [locus]), (work) => ({
    ...work,
    operations: work.operations + work.left * A_SHARE,
    run: () => {
      const { space, rows } = work.run()
      const copyOf = (lump: number): Copy => space.lumps[place]?.[lump]?.representative ?? []
      const count = space.lumps[place]?.length ?? 1
      const found = new Map<number, N>()
      for (const { haplotypes, weight } of rows) {
        const [a = 0, b = 0] = haplotypes.map((haplotype) => space.lumpAt(haplotype, place))
        const key = Math.min(a, b) * count + Math.max(a, b)
        found.set(key, numbers.plus(found.get(key) ?? numbers.zero, weight))
      }
      return [...found].map(([key, weight]) => ({
        pair: pairOf(copyOf(Math.floor(key / count)), copyOf(key % count)),
        weight,
      }))
    },
  }))
}

/** Planned once and worked out once, however often it is asked for. */
function shared<Answer>({ least, plan }: Draft<Counted<Answer>>): Draft<Counted<Answer>> {
  let made: Counted<Answer> | undefined
  return {
    least,
    plan: (left) => {
      if (made !== undefined) return made
      const { run, ...work } = plan(left)
      return (made = { run: once(() => run()), ...work })
    },
  }
}

/** What an animal has over a group, all that it is tied to summed out. @param apart loci whose copies are told apart */
function ofAnimal<N>(
  numbers: Numbers<N>,
  known: Known,
  horse: number,
  group: number,
  apart: readonly number[],
): Draft<Counted<Shares<N>>> {
  const tied = tiedGroups(known, tiesOf(known, [horse]))
  const groups = tied.find((set) => set.includes(group)) ?? [group]
  return sharesOver(numbers, known, { group, groups, purpose: { apart }, animals: [horse] })
}

/** For each linkage group with several open loci. */
export function phaseShares(known: Known, horse: number, most: number): AnswerDraft<readonly PhaseShares[]> {
  const { model, copies } = known.reading
  const open = model.groups.map(({ loci }, group) => ({
    group,
    places: [...loci.keys()].filter((p) => copies[loci[p]?.index ?? 0]?.isOpen),
  }))
  const several = open.filter(({ places }) => places.length > 1)
  const inTurn = largestFirst(known, several, ({ group }) => group)
  const parts = draftsWithin(most, inTurn, ({ group, places }) => {
    const apart = places.map((p) => model.groups[group]?.loci[p]?.index ?? 0)
    return furthered(ofAnimal(DOUBLE, known, horse, group, apart), (work) => ({
      ...work,
      operations: work.operations + work.left * A_PHASE,
      run: () => phaseOf(group, apart, places, work.run()),
    }))
  })
  return together(parts, (answers) => [...answers].sort((a, b) => a.group - b.group))
}

/** What lies together on one copy of a linkage group, at the loci that are asked about. */
interface Strand {
  readonly copies: readonly Copy[]
  /** Equal for what is the same at these loci. */
  readonly text: string
}

/** Of one horse over one linkage group; most probable first. */
export type PhaseShares = Readonly<ReturnType<typeof phaseOf>>

function phaseOf(
  group: number,
  loci: readonly number[],
  places: readonly number[],
  { space: { lumps, lumpAt, none }, rows }: Shares<number>,
) {
  // An animal has few haplotypes, and many pairs of them.
  const strandOf = onceEach((haplotype: number): Strand => {
    const copies = places.map((place) => lumps[place]?.[lumpAt(haplotype, place)]?.representative ?? [])
    return { copies, text: copies.join(' ') }
  })
  const found = new Map<string, { readonly pair: readonly [Strand, Strand]; probability: number }>()
  let total = 0
  /** False: no two loci are heterozygous together, so that there is no phase to speak of. */
  let isOpen = false
  for (const { haplotypes, weight } of rows) {
    const [a, b] = [strandOf(haplotypes[0] ?? 0), strandOf(haplotypes[1] ?? 0)]
    const differences = a.copies.map((copy, i) => compareCopies(copy, b.copies[i] ?? []))
    const first = differences.find((difference) => difference !== 0) ?? 0
    // Beside an only copy nothing lies.
    const isOnly = none !== undefined && haplotypes.includes(none)
    isOpen ||= !isOnly && differences.filter((difference) => difference !== 0).length > 1
    const pair = first > 0 ? ([b, a] as const) : ([a, b] as const)
    const key = `${pair[0].text} | ${pair[1].text}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { pair, probability: weight })
    else known.probability += weight
    total += weight
  }
  const all = [...found].sort(
    ([one, a], [other, b]) => compareShares(a.probability, b.probability) || (one < other ? -1 : 1),
  )
  const shares = all.map(([, { pair, probability }]) => ({
    /** What lies on either copy: one copy for each of `loci`. Which of the two comes from the mother is not told apart. */
    copies: [pair[0].copies, pair[1].copies] as const,
    probability: probability / total,
  }))
  return { group, loci, isOpen, shares }
}
