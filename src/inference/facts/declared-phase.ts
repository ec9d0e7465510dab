/**
 * Declared phase of a parent whose genotype is determined.
 * Guarantees: only alleles that the genotype carries count, as in a cross of tested parents.
 */
import { phasingsOf } from '../../genetics/haplotype.js'
import type { Parent } from '../../model/cross/zygotes.js'
import type { HorseGenotype, LocusGenotype, Model } from '../../model/model.js'

/** The parent with the declared alleles that it carries; without those of a group where they contradict each other. */
export function withDeclared(model: Model, genotype: HorseGenotype, together: Parent['together']): Parent {
  const acting = [...together].flatMap(([group, alleles]) => {
    const carried = (model.groups[group]?.loci ?? []).map(({ index }) => genotype[index] as LocusGenotype)
    const own = alleles.filter(({ position, allele }) =>
      carried[position]?.layouts.some((pair) => pair.some((copy) => copy.includes(allele))),
    )
    return own.length > 1 && phasingsOf(carried, own).length > 0 ? [[group, own] as const] : []
  })
  return { genotype, together: new Map(acting) }
}
