/**
 * Sons and daughters apart: the foals of a cross that have one copy of loci on the sex chromosome, and those with two.
 * Guarantees: both together are all foals; each keeps its exact weight.
 */
import { isHemizygous } from '../../genetics/genotype.js'
import type { Sex } from '../../rules/tables.js'
import { isOnSexChromosome } from '../compile/sex.js'
import type { HorseGenotype, LocusGenotype, Sexes } from '../model.js'
import { crossOf, type Cross } from './cross.js'
import type { FoalGroup } from './zygotes.js'

/** The linkage group on the sex chromosome, by index; -1 where there is none. */
export function sexGroupOf(groups: readonly FoalGroup[]): number {
  return groups.findIndex(({ group }) => isOnSexChromosome(group))
}

/** @param genotype of a foal whose parents have a sex, at the loci of the sex chromosome if nowhere else */
export function sexOf({ heterogametic }: Sexes, genotype: HorseGenotype): Sex {
  const other = heterogametic === 'male' ? 'female' : 'male'
  return genotype.some(isHemizygous) ? heterogametic : other
}

/** @param choice the place of the genotype chosen in each group */
export function sexOfChoice(sexes: Sexes, groups: readonly FoalGroup[], choice: ArrayLike<number>): Sex {
  const g = sexGroupOf(groups)
  return sexOf(sexes, groups[g]?.genotypes[choice[g] ?? 0] ?? [])
}

/** The foals of one sex, as a cross of its own. */
export function foalsOfSex(sexes: Sexes, sex: Sex, { groups }: Cross): Cross {
  const own = groups.map((foals): FoalGroup => {
    if (!isOnSexChromosome(foals.group)) return foals
    const isOwn = (genotype: readonly LocusGenotype[]): boolean => sexOf(sexes, genotype) === sex
    const weights = foals.weights.filter((_, i) => isOwn(foals.genotypes[i] ?? []))
    const total = weights.reduce((sum, weight) => sum + weight, 0n)
    return { ...foals, genotypes: foals.genotypes.filter(isOwn), weights, total }
  })
  return crossOf(own)
}
