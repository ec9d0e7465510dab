/**
 * A few locus genotypes as a whole horse for the command line: what is wild type is left out, what may not be
 * left out is there.
 */
import type { LocusGenotype, Model } from '../model/model.js'

export function smallestExampleOf(model: Model, genotypes: readonly LocusGenotype[]): string {
  return model.loci
    .flatMap((locus) => {
      const given = genotypes.find((each) => each.locus.key === locus.key)
      const wild = locus.alleles[locus.wildType ?? 0] ?? ''
      const text = given?.text ?? `${wild}/${wild}`
      return locus.required || text !== `${wild}/${wild}` ? [`${locus.key}=${text}`] : []
    })
    .join(' ')
}
