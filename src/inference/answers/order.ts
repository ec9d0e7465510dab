/**
 * The order in which answers list probabilities and pairs, and in which linkage groups are planned.
 */
import type { Pair } from '../../genetics/genotype.js'
import { compareCopies } from '../../genetics/locus.js'
import type { Evidence } from '../facts/evidence.js'

/**
 * Rounding to twelve digits moves two probabilities towards each other by at most half of this, relative to the
 * larger.
 */
const CLEARLY_APART = 2e-11

/** Most probable first; probabilities that differ by rounding only are equal. */
export function compareProbabilities(a: number, b: number): number {
  // Most probabilities are far apart, and rounding through text would dominate the cost.
  if (Math.abs(a - b) > CLEARLY_APART * Math.max(a, b)) return b - a
  return Number(b.toPrecision(12)) - Number(a.toPrecision(12))
}

export function comparePairs(a: Pair, b: Pair): number {
  return compareCopies(a[0], b[0]) || compareCopies(a[1], b[1])
}

/**
 * Sorts items by the size of their linkage group, largest first, so that planning finds out early if the cost is too
 * high. The size is the number of haplotypes that tables distinguish.
 */
export function largestFirst<Item>(
  evidence: Evidence,
  items: readonly Item[],
  groupOf: (item: Item) => number,
): readonly Item[] {
  const sizes = new Map(items.map((item) => [item, sizeOf(evidence, groupOf(item))]))
  return [...items].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
}

function sizeOf({ reading: { model, copies } }: Evidence, group: number): number {
  const loci = model.groups[group]?.loci ?? []
  return loci.reduce((product, { index }) => product * (copies[index]?.examples.length ?? 1), 1)
}
