/**
 * Which copies of a locus must be told apart: by facts, by tables, by the query.
 * Guarantees: exact. Copies that nothing tells apart are exchangeable in every factor.
 */
import { once, onceEach, onceFor } from '../../common/memo.js'
import { isMissing, type LocusCopies } from '../facts/copies.js'
import type { Evidence } from '../facts/evidence.js'
import type { GenotypeSet } from '../facts/genotype-sets.js'
import { forEachPair } from '../facts/pair-sets.js'
import { hasOrders } from '../facts/priors.js'

/** What a query tells apart. */
export interface Purpose {
  /** All that a table tells apart. */
  readonly coats?: true
  /** Loci whose copies are all told apart. */
  readonly loci?: readonly number[]
  /** Genotypes in this set from those outside. */
  readonly wanted?: GenotypeSet
}

/** By copy: equal numbers where nothing tells two apart; undefined where no animal can have it. */
export type ClassNumbers = readonly (number | undefined)[]

export function createDistinctions(evidence: Evidence) {
  const setsOfFacts = once(() => readSets(evidence))
  /** @param position of the locus in its linkage group */
  return (purpose: Purpose, place: LocusCopies, group: number, position: number): ClassNumbers => {
    const { coats, loci, wanted = [] } = purpose
    const { locus, copies, classOf } = place
    const isCarried = new Uint8Array(copies.length)
    for (const pairs of new Set(evidence.possible.pairs[locus.index]))
      forEachPair(pairs, copies.length, (a, b) => (isCarried[a] = isCarried[b] = 1))
    const ifCarried = (numbers: readonly number[]): ClassNumbers =>
      numbers.map((number, copy) => (isCarried[copy] === 1 ? number : undefined))
    if (loci?.includes(locus.index) === true) return ifCarried([...copies.keys()])
    const { tested, constrained, declared } = setsOfFacts()
    const own = declared.flatMap((together) =>
      (together.get(group) ?? []).flatMap((each) => (each.position === position ? [each.allele] : [])),
    )
    // Of copies that no table tells apart, only those that take the fewest variants may be possible (facts/fewest/).
    const isOrdered = hasOrders(evidence.priors?.[locus.index])
    const sets = [
      ...(isOrdered
        ? [...(evidence.possible.pairs[locus.index] ?? []), ...(constrained.get(locus.index) ?? [])]
        : []),
      ...(coats === true ? [] : (constrained.get(locus.index) ?? [])),
      ...(coats === true ? [] : wanted.flatMap((rectangle) => rectangle.get(locus.index) ?? [])),
      ...(tested.get(locus.index) ?? []),
    ]
    const partitions = [
      copies.map((_, copy) => (isMissing(place, copy) ? 1 : 0)),
      ...(coats === true ? [classOf] : []),
      ...[...new Set(sets)].map(partitionBy),
      ...own.map((allele) => copies.map((copy) => (copy.includes(allele) ? 1 : 0))),
    ]
    return ifCarried(partitions.reduce(commonPartition))
  }
}

/** By locus the sets of pairs that facts use, and all declared phases. */
function readSets({ facts, possible }: Evidence) {
  const [tested, constrained] = [new Map<number, Set<Uint8Array>>(), new Map<number, Set<Uint8Array>>()]
  const add = (sets: Map<number, Set<Uint8Array>>, locus: number, set: Uint8Array): void =>
    void sets.set(locus, (sets.get(locus) ?? new Set()).add(set))
  for (const { test, constraints } of facts) {
    if (test !== undefined) add(tested, test.locus, test.allowed)
    for (const rectangle of constraints.flatMap(possible.leftOf))
      for (const [locus, set] of rectangle) add(constrained, locus, set)
  }
  return { tested, constrained, declared: facts.flatMap(({ together }) => together ?? []) }
}

/** What two partitions together tell apart. */
function commonPartition(numbers: readonly number[], others: readonly number[]): readonly number[] {
  let count = 0
  const numberOf = onceEach((_both: number) => count++)
  return numbers.map((number, copy) => numberOf(number * numbers.length + (others[copy] ?? 0)))
}

/** By copy: equal numbers where it pairs with the same copies. Memoized by set, since many questions share them. */
const partitionBy = onceFor((set: Uint8Array): readonly number[] => {
  const n = Math.sqrt(set.length)
  let count = 0
  const numberOf = onceEach((_row: string) => count++)
  return Array.from({ length: n }, (_, copy) => numberOf(textOf(set.subarray(copy * n, (copy + 1) * n))))
})

const texts = new TextDecoder('latin1')

/** Bytes as a key. */
export function textOf(bytes: Uint8Array): string {
  return texts.decode(bytes)
}
