/** The variants that breeders meet most, by gene: those of the rules' convention for untested genes. */
import type { Model } from '../../model/model.js'
import { usualPopulation } from '../../operations/read/population/population.js'

/** Of rules without a convention: the first variant of each gene. */
export function usualVariantsOf(model: Model): Readonly<Record<string, readonly string[]>> {
  const { loci, populations } = model
  const { usual } = populations.get(usualPopulation(model) ?? '')?.convention ?? {}
  return Object.fromEntries(
    loci
      .filter(({ required }) => !required)
      .map(({ key, index, alleles, wildType }) => {
        const first = alleles.findIndex((_, at) => at !== wildType)
        const chosen = usual === undefined ? [first] : (usual.get(index) ?? [])
        return [key, chosen.flatMap((at) => alleles[at] ?? [])]
      }),
  )
}
