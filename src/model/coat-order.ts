/**
 * The order of coats: sums of a cross's coats, most probable first, ties by their most probable genotypes.
 * Guarantees: decided on exact weights; coats that hide everything are merged into the ranked product of the
 * others; what comes about both ways is one coat.
 * Leaves to others: the sums themselves (coat-shares.ts).
 */
import type { Part } from './coat-parts.js'
import type { Coat } from './model.js'
import { rankProducts } from './rank.js'

/** A coat before its genotype is looked up. */
export interface CoatSum {
  readonly coat: Coat
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  /** The outcome chosen in each linkage group by its most probable genotype. */
  readonly path: readonly number[]
}

/** One that may be joined with another, so that the weight of its most probable genotype decides. */
export interface ClosedSum extends CoatSum {
  readonly bestWeight: bigint
}

/**
 * Coats that come about both ways: by hiding everything else, and by nothing else being there. By coat key,
 * the two sums joined.
 */
export function findTwins(
  closed: readonly ClosedSum[],
  open: readonly (readonly Part[])[],
  sumAt: (choice: readonly number[]) => ClosedSum,
): ReadonlyMap<string, CoatSum> {
  const twins = new Map<string, CoatSum>()
  if (closed.length === 0) return twins
  const plain = open.map((own) =>
    own.findIndex((part) => part.outcomes.every(({ tokens }) => tokens.length === 0)),
  )
  open.forEach((own, c) => {
    if (plain.some((part, i) => i !== c && part < 0)) return
    own.forEach((_, at) => {
      const bare = sumAt(plain.with(c, at))
      const twin = closed.find((each) => each.coat.key === bare.coat.key)
      if (twin !== undefined) twins.set(twin.coat.key, joinSums(twin, bare))
    })
  })
  return twins
}

function joinSums(a: ClosedSum, b: ClosedSum): CoatSum {
  const isFirst =
    a.bestWeight > b.bestWeight || (a.bestWeight === b.bestWeight && comparePaths(a.path, b.path) < 0)
  return {
    coat: isFirst ? a.coat : b.coat,
    weights: a.weights.map((weight, d) => weight + (b.weights[d] ?? 0n)),
    genotypes: a.genotypes + b.genotypes,
    path: isFirst ? a.path : b.path,
  }
}

/** The coats in which no component hides the others, most probable first, in no order among equals. */
export function* rankOpen(
  open: readonly (readonly Part[])[],
  sumAt: (choice: ArrayLike<number>, weight: bigint) => CoatSum,
  twins: ReadonlyMap<string, CoatSum>,
): Generator<CoatSum> {
  // A twin weighs more than its open half, so it may have to come before: they are few, and sorted in.
  const waiting = [...twins.values()].sort((a, b) => (weightOf(a) < weightOf(b) ? -1 : 1))
  for (const { choice, weight } of rankProducts(
    open.map((own) => own.map((part) => part.weights[0] ?? 0n)),
  )) {
    while (waiting.length > 0 && weightOf(waiting.at(-1) as CoatSum) >= weight) yield waiting.pop() as CoatSum
    const each = sumAt(choice, weight)
    if (!twins.has(each.coat.key)) yield each
  }
}

/** Both kinds of coats in one order; of equal weights the one whose genotype stands first in canonical order. */
export function* inOrder(closed: readonly CoatSum[], open: Generator<CoatSum>): Generator<CoatSum> {
  const waiting = [...closed].sort((a, b) => (weightOf(a) < weightOf(b) ? -1 : 1))
  let next = open.next()
  for (;;) {
    const last = waiting.at(-1)
    if (last === undefined && next.done === true) return
    const top = weightOf(
      next.done === true || (last !== undefined && weightOf(last) > weightOf(next.value))
        ? (last as CoatSum)
        : next.value,
    )
    const equals: CoatSum[] = []
    while (waiting.length > 0 && weightOf(waiting.at(-1) as CoatSum) === top)
      equals.push(waiting.pop() as CoatSum)
    while (next.done !== true && weightOf(next.value) === top) {
      equals.push(next.value)
      next = open.next()
    }
    yield* equals.sort((a, b) => comparePaths(a.path, b.path))
  }
}

function weightOf(sum: CoatSum): bigint {
  return sum.weights[0] ?? 0n
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let g = 0; g < a.length; g++) {
    const difference = (a[g] ?? 0) - (b[g] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
