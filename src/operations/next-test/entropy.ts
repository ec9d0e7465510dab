/**
 * Entropy of the coats, in bits, before a test and as it is expected after it.
 * Guarantees: an expected entropy is never above the entropy before, and never above that of fewer tests.
 */
import type { Leaf } from './result-tree.js'

/** Leaves with the same results of the tests in question, as one. */
export interface ResultGroup {
  readonly probability: number
  readonly leaves: readonly Leaf[]
  /** Index of a coat → its probability, given the result. */
  readonly coats: ReadonlyMap<number, number>
}

/** @param keyOf equal for leaves with the same results */
export function groupedBy(leaves: readonly Leaf[], keyOf: (leaf: Leaf) => string): readonly ResultGroup[] {
  const groups = new Map<string, Leaf[]>()
  for (const leaf of leaves) {
    const key = keyOf(leaf)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [leaf])
    else known.push(leaf)
  }
  return [...groups.values()].map((own) => {
    const probability = own.reduce((sum, leaf) => sum + leaf.probability, 0)
    const coats = new Map<number, number>()
    for (const leaf of own)
      for (const [coat, share] of leaf.coats)
        coats.set(coat, (coats.get(coat) ?? 0) + (share * leaf.probability) / probability)
    return { probability, leaves: own, coats }
  })
}

/** @param classOf coats of one class count as the same */
export function entropyOf(coats: ReadonlyMap<number, number>, classOf: (coat: number) => number): number {
  const classes = new Map<number, number>()
  for (const [coat, share] of coats) classes.set(classOf(coat), (classes.get(classOf(coat)) ?? 0) + share)
  return [...classes.values()].reduce((sum, share) => sum - (share > 0 ? share * Math.log2(share) : 0), 0)
}

export function expectedEntropy(groups: readonly ResultGroup[], classOf: (coat: number) => number): number {
  return groups.reduce((sum, { probability, coats }) => sum + probability * entropyOf(coats, classOf), 0)
}

/** Smaller differences are rounding. */
const NOISE = 1e-9

/** In six significant digits. */
export function bits(value: number): number {
  return Math.abs(value) < NOISE ? 0 : Number(value.toPrecision(6))
}
