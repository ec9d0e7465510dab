/**
 * Splits the foals of a cross by sex: those with one copy of the sex-linked loci, and those with two.
 * Guarantees: both parts together are all foals; every foal keeps its exact weight.
 */
import { isHemizygous } from '../../genetics/genotype.js'
import type { Sex } from '../../rules/tables.js'
import { isOnSexChromosome } from '../compile/sex.js'
import type { HorseGenotype, LocusGenotype, Sexes } from '../model.js'
import { crossOf, type Cross } from './cross.js'
import type { FoalGroup } from './zygotes.js'

/** Index of the linkage group on the sex chromosome; -1 if there is none. */
export function sexGroupOf(groups: readonly FoalGroup[]): number {
  return groups.findIndex(({ group }) => isOnSexChromosome(group))
}

/** @param genotype must contain the loci on the sex chromosome; others may be missing */
export function sexOf({ heterogametic }: Sexes, genotype: HorseGenotype): Sex {
  const other = heterogametic === 'male' ? 'female' : 'male'
  return genotype.some(isHemizygous) ? heterogametic : other
}

/** @param choice index of the chosen genotype in each group */
export function sexOfChoice(sexes: Sexes, groups: readonly FoalGroup[], choice: ArrayLike<number>): Sex {
  const g = sexGroupOf(groups)
  return sexOf(sexes, groups[g]?.genotypes[choice[g] ?? 0] ?? [])
}

/** The foals of one sex, as a cross. */
export function foalsOfSex(sexes: Sexes, sex: Sex, { groups }: Cross): Cross {
  const groupsOfSex = groups.map((foals): FoalGroup => {
    if (!isOnSexChromosome(foals.group)) return foals
    const hasSex = (genotype: readonly LocusGenotype[]): boolean => sexOf(sexes, genotype) === sex
    const weights = foals.weights.filter((_, i) => hasSex(foals.genotypes[i] ?? []))
    const total = weights.reduce((sum, weight) => sum + weight, 0n)
    return { ...foals, genotypes: foals.genotypes.filter(hasSex), weights, total }
  })
  return crossOf(groupsOfSex)
}
