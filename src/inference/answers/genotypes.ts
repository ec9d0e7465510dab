/**
 * What one horse of a question may carry, locus by locus, and what lies together on its copies.
 */
import { compareCopies, type Copy } from '../../genetics/locus.js'
import { pairOf, type Pair } from '../../genetics/genotype.js'
import type { LocusShares, PhaseShares, Work } from '../answer.js'
import type { Known } from '../network/known.js'
import { DOUBLE, POSSIBLE, type Numbers } from '../network/numbers.js'
import { NOTHING_TOLD, sharesOver, type Counted, type Shares } from '../network/posterior.js'
import { tiedGroups } from '../network/ties.js'
import { comparePairs, rowsOf } from './rows.js'
import { together } from './work.js'

/** @param byFacts what is possible by the facts, however frequent copies are */
export function genotypeShares(
  known: Known,
  byFacts: Known,
  horse: number,
  loci: readonly number[],
): Work<readonly LocusShares[]> {
  const parts = loci.map((locus) => {
    const shares = locusPairs(DOUBLE, known, horse, locus)
    const possible = locusPairs(POSSIBLE, byFacts, horse, locus)
    return together([shares, possible], ([own, all]): LocusShares => {
      const total = (own ?? []).reduce((sum, { weight }) => sum + weight, 0)
      const found = (own ?? []).map(({ pair, weight }) => ({ pair, probability: weight / total }))
      return {
        locus,
        shares: found.sort((a, b) => b.probability - a.probability || comparePairs(a.pair, b.pair)),
        certain: all?.length === 1 ? all[0]?.pair : undefined,
      }
    })
  })
  return together(parts, (answers) => answers)
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
): Counted<readonly WeighedPair<N>[]> {
  const group = known.reading.model.groups.findIndex(({ loci }) => loci.some(({ index }) => index === locus))
  const place = known.reading.model.groups[group]?.loci.findIndex(({ index }) => index === locus) ?? 0
  const purpose = { ...NOTHING_TOLD, apart: new Set([locus]) }
  const work = sharesOver(numbers, known, purpose, tiedTo(known, group), group, [horse])
  return {
    ...work,
    run: () => {
      const shares = work.run()
      const copyOf = (haplotype: number): Copy =>
        shares.space.lumps[place]?.[shares.space.lumpAt(haplotype, place)]?.representative ?? []
      const found = new Map<string, WeighedPair<N>>()
      for (const { haplotypes, weight } of rowsOf(shares)) {
        const [a = 0, b = 0] = haplotypes
        const pair = pairOf(copyOf(a), copyOf(b))
        const key = pair.join(' ')
        const before = found.get(key)?.weight ?? numbers.zero
        found.set(key, { pair, weight: numbers.plus(before, weight) })
      }
      return [...found.values()]
    },
  }
}

/** For each linkage group with several open loci. */
export function phaseShares(known: Known, horse: number): Work<readonly PhaseShares[]> {
  const { model, copies } = known.reading
  const parts = model.groups.flatMap(({ loci }, group) => {
    const open = loci.filter(({ index }) => copies[index]?.isOpen)
    if (open.length < 2) return []
    const purpose = { ...NOTHING_TOLD, apart: new Set(open.map(({ index }) => index)) }
    const work = sharesOver(DOUBLE, known, purpose, tiedTo(known, group), group, [horse])
    const places = open.map(({ index }) => loci.findIndex((locus) => locus.index === index))
    return [
      together([work], ([shares]) =>
        phaseOf(
          group,
          open.map(({ index }) => index),
          places,
          shares as Shares<number>,
        ),
      ),
    ]
  })
  return together(parts, (answers) => answers)
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
  for (const { haplotypes, weight } of rowsOf(shares)) {
    const [a = [], b = []] = haplotypes.slice(0, 2).map(copiesOf)
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
  all.sort((a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1))
  return { group, loci, isOpen, shares: all.map(({ copies, probability }) => ({ copies, probability })) }
}

export function tiedTo(known: Known, group: number): readonly number[] {
  return tiedGroups(known).find((set) => set.includes(group)) ?? [group]
}
