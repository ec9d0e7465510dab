/**
 * The order of rows that have exact shares.
 */
import { pairOf } from '../../../genetics/genotype.js'
import type { LocusGenotype } from '../../../model/model.js'
import { compare } from '../../../model/ratio.js'
import type { BoundedRow } from '../../answer.js'
import { comparePairs } from '../work.js'

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
