/**
 * The order of coats with bounds: of equally probable ones the plainest comes first.
 */
import { pairOf } from '../../../genetics/genotype.js'
import { compare } from '../../../model/ratio.js'
import type { LocusGenotype } from '../../../model/model.js'
import type { BoundedRow } from '../../answer.js'
import { comparePairs } from '../order.js'

/** By greatest probability, then the fewest variants of the genotype shown, then by least; ties in canonical order. */
export function ordered(rows: readonly BoundedRow[]): readonly BoundedRow[] {
  const variants = new Map(rows.map((row) => [row, variantsIn(row.genotype)]))
  return [...rows].sort(
    (a, b) =>
      compare(b.greatest, a.greatest) ||
      (variants.get(a) ?? 0) - (variants.get(b) ?? 0) ||
      compare(b.least, a.least) ||
      compareGenotypes(a.genotype, b.genotype),
  )
}

/** Whether a genotype has fewer variants than another one, if there is one. */
export function isPlainer(
  one: readonly LocusGenotype[],
  other: readonly LocusGenotype[] | undefined,
): boolean {
  return other === undefined || variantsIn(one) < variantsIn(other)
}

/** Alleles that are not the wild type, at loci that have one; a variant that always accompanies another does not count. */
export function variantsIn(genotype: readonly LocusGenotype[]): number {
  return genotype.reduce((sum, { locus, layouts: [pair] }) => {
    const { wildType, noCopy, alwaysWith } = locus
    if (wildType === null || pair === undefined) return sum
    const own = pair.flatMap((copy) =>
      copy.filter(
        (allele) =>
          allele !== wildType &&
          allele !== noCopy &&
          !copy.some((other) => alwaysWith?.get(other)?.includes(allele)),
      ),
    )
    return sum + own.length
  }, 0)
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
