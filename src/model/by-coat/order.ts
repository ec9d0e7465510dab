/**
 * The order of coats: most probable first, ties by their most probable genotypes.
 * Guarantees: decided on exact weights; coats that hide everything are merged into the ranked product of the others.
 * Leaves to others: the coats themselves (masked-coats.ts, unmasked-coats.ts).
 */
import type { Coat, HorseGenotype } from '../model.js'
import { comparePaths } from './tally.js'

/** May be worked out each time it is asked for: take what is needed once. */
export interface CoatShare {
  readonly coat: Coat
  /** One weight for each distribution given; the first decides the order. */
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  /** The most probable genotype. */
  readonly representative: HorseGenotype
}

/** A coat whose place among equals is known. */
export interface PlacedCoat extends CoatShare {
  /** The outcome chosen in each linkage group by its most probable genotype. */
  readonly path: readonly number[]
}

/** One that may be joined with another, so that the weight of its most probable genotype decides. */
export interface MaskedCoat extends PlacedCoat {
  readonly bestWeight: bigint
}

/** Coats of one weight, in canonical order. */
export interface Ties {
  readonly weight: bigint
  readonly coats: readonly PlacedCoat[]
}

/** Both kinds of coats in one order; of equal weights the one whose genotype stands first in canonical order. */
export function* inOrder(closed: readonly PlacedCoat[], open: Iterable<Ties>): Generator<CoatShare> {
  // The last one comes first.
  const waiting = closed
    .map((coat) => ({ coat, weight: coat.weights[0] ?? 0n, path: coat.path }))
    .sort((a, b) => (a.weight < b.weight ? -1 : a.weight > b.weight ? 1 : comparePaths(b.path, a.path)))
  for (const { weight, coats } of open) {
    const equals: PlacedCoat[] = []
    for (let next = waiting.at(-1); next !== undefined && next.weight >= weight; next = waiting.at(-1)) {
      if (next.weight > weight) yield next.coat
      else equals.push(next.coat)
      waiting.pop()
    }
    const ties = equals.length === 0 ? coats : [...equals, ...coats].sort(byPath)
    for (const coat of ties) yield coat
  }
  for (const { coat } of waiting.reverse()) yield coat
}

function byPath(a: PlacedCoat, b: PlacedCoat): number {
  return comparePaths(a.path, b.path)
}
