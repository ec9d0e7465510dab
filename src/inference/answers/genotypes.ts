/**
 * What one horse of a question may carry, locus by locus, and what lies together on its copies.
 */
import { compareCopies, type Copy } from '../../genetics/locus.js'
import { pairOf, type Pair } from '../../genetics/genotype.js'
import type { LocusShares, PhaseShares } from '../answer.js'
import { once } from '../../model/memo.js'
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
      return (made = { ...work, run: once(() => run()) })
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

function phaseOf(
  group: number,
  loci: readonly number[],
  places: readonly number[],
  shares: Shares<number>,
): PhaseShares {
  const { lumps, lumpAt } = shares.space
  const copiesOf = (haplotype: number): readonly Copy[] =>
    places.map((place) => lumps[place]?.[lumpAt(haplotype, place)]?.representative ?? [])
  const found = new Map<
    string,
    { copies: readonly [readonly Copy[], readonly Copy[]]; probability: number }
  >()
  let total = 0
  let isOpen = false
  for (const { haplotypes, weight } of shares.rows) {
    const [a = [], b = []] = haplotypes.map(copiesOf)
    const different = a.filter((copy, i) => compareCopies(copy, b[i] ?? []) !== 0).length
    if (different > 1) isOpen = true
    const first = a.findIndex((copy, i) => compareCopies(copy, b[i] ?? []) !== 0)
    const isSwapped = first >= 0 && compareCopies(a[first] ?? [], b[first] ?? []) > 0
    const copies = isSwapped ? ([b, a] as const) : ([a, b] as const)
    const key = copies.map((side) => side.join(' ')).join(' | ')
    found.set(key, { copies, probability: (found.get(key)?.probability ?? 0) + weight })
    total += weight
  }
  const all = [...found].map(([key, { copies, probability }]) => ({
    key,
    copies,
    probability: probability / total,
  }))
  all.sort((a, b) => compareShares(a.probability, b.probability) || (a.key < b.key ? -1 : 1))
  return { group, loci, isOpen, shares: all.map(({ copies, probability }) => ({ copies, probability })) }
}
