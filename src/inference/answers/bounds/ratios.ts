/**
 * Exact shares, and the order of rows that have them.
 */
import { pairOf } from '../../../genetics/genotype.js'
import type { LocusGenotype } from '../../../model/model.js'
import type { Ratio } from '../../../model/population.js'
import type { BoundedRow } from '../../answer.js'
import { comparePairs } from '../work.js'

export const NOTHING: Ratio = { numerator: 0n, denominator: 1n }
export const ALL: Ratio = { numerator: 1n, denominator: 1n }

export function ordered(rows: readonly BoundedRow[]): readonly BoundedRow[] {
  return [...rows].sort(
    (a, b) =>
      compare(b.greatest, a.greatest) ||
      compare(b.least, a.least) ||
      compareGenotypes(a.genotype, b.genotype),
  )
}

/** In manifest order of loci. */
export function compareGenotypes(a: readonly LocusGenotype[], b: readonly LocusGenotype[]): number {
  const order = [...a.keys()].sort((i, j) => (a[i]?.locus.index ?? 0) - (a[j]?.locus.index ?? 0))
  for (const i of order) {
    const [one, other] = [a[i]?.layouts[0], b[i]?.layouts[0]]
    const difference =
      one === undefined || other === undefined ? 0 : comparePairs(pairOf(...one), pairOf(...other))
    if (difference !== 0) return difference
  }
  return 0
}

export function compare(a: Ratio, b: Ratio): number {
  const [one, other] = [a.numerator * b.denominator, b.numerator * a.denominator]
  return one < other ? -1 : one > other ? 1 : 0
}

export function product(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

export function sum(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}
