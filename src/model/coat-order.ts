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
  /** The outcome chosen in each linkage group by its most probable genotype, and that one's weight. */
  readonly path: readonly number[]
  readonly bestWeight: bigint
}

/**
 * Coats that come about both ways: by hiding everything else, and by nothing else being there. By coat key,
 * the two sums joined.
 */
export function findTwins(
  closed: readonly CoatSum[],
  open: readonly (readonly Part[])[],
  sum: (chosen: readonly Part[]) => CoatSum,
): ReadonlyMap<string, CoatSum> {
  const twins = new Map<string, CoatSum>()
  if (closed.length === 0) return twins
  const plain = open.map((own) =>
    own.find((part) => part.outcomes.every(({ tokens }) => tokens.length === 0)),
  )
  open.forEach((own, c) => {
    const others = plain.filter((part, i) => i === c || part !== undefined)
    if (others.length < open.length) return
    for (const part of own) {
      const bare = sum(plain.map((other, i) => (i === c ? part : (other as Part))))
      const twin = closed.find((each) => each.coat.key === bare.coat.key)
      if (twin !== undefined) twins.set(twin.coat.key, joinSums(twin, bare))
    }
  })
  return twins
}

function joinSums(a: CoatSum, b: CoatSum): CoatSum {
  const weights = a.weights.map((weight, d) => weight + (b.weights[d] ?? 0n))
  return {
    ...(a.bestWeight > b.bestWeight || (a.bestWeight === b.bestWeight && comparePaths(a.path, b.path) < 0)
      ? a
      : b),
    weights,
    genotypes: a.genotypes + b.genotypes,
  }
}

/** The coats in which no component hides the others, most probable first, in no order among equals. */
export function* rankOpen(
  open: readonly (readonly Part[])[],
  sum: (chosen: readonly Part[]) => CoatSum,
  twins: ReadonlyMap<string, CoatSum>,
): Generator<CoatSum> {
  // A twin weighs more than its open half, so it may have to come before: they are few, and sorted in.
  const waiting = [...twins.values()].sort((a, b) => (weightOf(a) < weightOf(b) ? -1 : 1))
  for (const { choice, weight } of rankProducts(
    open.map((own) => own.map((part) => part.weights[0] ?? 0n)),
  )) {
    while (waiting.length > 0 && weightOf(waiting.at(-1) as CoatSum) >= weight) yield waiting.pop() as CoatSum
    const each = sum(open.map((own, c) => own[choice[c] ?? 0] as Part))
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
