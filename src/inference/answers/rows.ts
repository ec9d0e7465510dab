/**
 * Rows of what was worked out, and the order in which pairs are listed.
 */
import { compareCopies } from '../../genetics/locus.js'
import type { Pair } from '../../genetics/genotype.js'
import type { Shares } from '../network/posterior.js'

/** The rows of a factor, with haplotypes for places. */
export function rowsOf<N>({ factor, haplotypes, ties }: Shares<N>): readonly {
  readonly haplotypes: readonly number[]
  readonly ties: readonly number[]
  readonly weight: N
}[] {
  return Array.from(factor.values, (weight, row) => ({
    haplotypes: haplotypes.map((domain, v) => domain[factor.columns[v]?.[row] ?? 0] ?? 0),
    ties: ties.map((_, t) => factor.columns[haplotypes.length + t]?.[row] ?? 0),
    weight,
  }))
}

export function comparePairs(a: Pair, b: Pair): number {
  return compareCopies(a[0], b[0]) || compareCopies(a[1], b[1])
}
