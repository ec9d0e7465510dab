/**
 * Applies the declared phase to a parent whose genotype is determined.
 * Guarantees: only alleles that the genotype carries count, as in a cross of tested parents.
 */
import { phasingsOf } from '../../genetics/haplotype.js'
import type { Parent } from '../../model/cross/zygotes.js'
import type { HorseGenotype, LocusGenotype, Model } from '../../model/model.js'

/** The parent with the declared alleles that it carries, without groups in which they contradict each other. */
export function withDeclared(model: Model, genotype: HorseGenotype, together: Parent['together']): Parent {
  const effective = [...together].flatMap(([group, alleles]) => {
    const carried = (model.groups[group]?.loci ?? []).map(({ index }) => genotype[index] as LocusGenotype)
    const carriedAlleles = alleles.filter(({ position, allele }) =>
      carried[position]?.layouts.some((pair) => pair.some((copy) => copy.includes(allele))),
    )
    return carriedAlleles.length > 1 && phasingsOf(carried, carriedAlleles).length > 0
      ? [[group, carriedAlleles] as const]
      : []
  })
  return { genotype, together: new Map(effective) }
}
