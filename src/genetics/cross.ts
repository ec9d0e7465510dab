/**
 * Fertilisation: the genotypes of foals over one linkage group.
 * Guarantees: one element per distinct genotype (phase in the foal is not told apart), in canonical order.
 * Leaves to others: multiplying independent groups (model/offspring.ts), which stay factored.
 */
import { comparePairs, pairOf, pairText, type Pair } from './genotype.js'
import type { Haplotype } from './haplotype.js'
import type { Locus } from './locus.js'
import { reduced, type Distribution } from './probability.js'

/** A foal's pairs over one linkage group, in map order. */
export type GroupGenotype = readonly Pair[]

/**
 * Mother's gametes × father's gametes.
 * @param loci of the group in map order; the canonical order compares them in manifest order
 */
export function cross(
  loci: readonly Locus[],
  mother: Distribution<Haplotype>,
  father: Distribution<Haplotype>,
): Distribution<GroupGenotype> {
  const found = new Map<string, { genotype: GroupGenotype; weight: bigint }>()
  mother.values.forEach((egg, i) => {
    father.values.forEach((sperm, j) => {
      const weight = (mother.weights[i] ?? 0n) * (father.weights[j] ?? 0n)
      const genotype = loci.map((_, position) => pairOf(egg[position] ?? [], sperm[position] ?? []))
      const key = loci.map((locus, position) => pairText(locus, genotype[position] ?? [[], []])).join(' ')
      const known = found.get(key)
      if (known === undefined) found.set(key, { genotype, weight })
      else known.weight += weight
    })
  })
  const order = loci
    .map((_, position) => position)
    .sort((a, b) => (loci[a]?.index ?? 0) - (loci[b]?.index ?? 0))
  const foals = [...found.values()].sort((a, b) => compareInOrder(order, a.genotype, b.genotype))
  return reduced({
    values: foals.map((foal) => foal.genotype),
    weights: foals.map((foal) => foal.weight),
    total: mother.total * father.total,
  })
}

function compareInOrder(order: readonly number[], a: GroupGenotype, b: GroupGenotype): number {
  for (const position of order) {
    const difference = comparePairs(a[position] ?? [[], []], b[position] ?? [[], []])
    if (difference !== 0) return difference
  }
  return 0
}
