/**
 * What notes say of a population: whose figures were used, and what a convention assumes.
 */
import { copyText } from '../../genetics/locus.js'
import type { Model, ModelLocus } from '../../model/model.js'
import type { Population } from '../../model/population.js'
import { UNNAMED } from '../read/population/client-figures.js'

/** Names of all whose figures were used, without figures of the request that have none. */
export function populationsCounted(population: Population | undefined): readonly string[] {
  if (population === undefined) return []
  const { name, sampled, extended, convention, loci } = population
  const isCounted =
    convention === undefined || [...loci.keys()].some((locus) => !convention.loci.includes(locus))
  const own = sampled === undefined ? name : `${name} (n = ${sampled})`
  const isNamed = name !== UNNAMED && isCounted
  return [...(isNamed ? [own] : []), ...populationsCounted(extended)]
}

/** Such as `X/x`, for each gene whose alleles a convention takes as equally frequent, in its order. */
export function equalAlleles({ loci }: Model, { convention, loci: figures }: Population): readonly string[] {
  return (convention?.loci ?? []).map((index) =>
    (figures.get(index) ?? []).map(({ copy }) => copyText(loci[index] as ModelLocus, copy)).join('/'),
  )
}

/** As a sentence of the language lists them. */
export function listed(language: string, words: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words)
}
