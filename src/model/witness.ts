/**
 * A genotype written for a person: the smallest example of what a diagnostic speaks of.
 * Guarantees: the text is what the command line reads; alleles in canonical order.
 */
import type { ModelLocus } from './model.js'
import type { Dosage } from './predicate.js'

/** `extension=E/e kit=To+DW20/n`; where only dosages are known, variants carried once lie together. */
export function witnessText(loci: readonly ModelLocus[], dosages: ReadonlyMap<string, Dosage>): string {
  return loci
    .flatMap((locus) => {
      const dosage = dosages.get(locus.key)
      return dosage === undefined ? [] : [`${locus.key}=${copiesText(locus, dosage)}`]
    })
    .join(' ')
}

function copiesText(locus: ModelLocus, dosage: Dosage): string {
  const carried = (atLeast: number): string[] =>
    locus.alleles.filter((_, allele) => allele !== locus.wildType && (dosage[allele] ?? 0) >= atLeast)
  if (!locus.cis)
    return locus.alleles.flatMap((name, allele) => Array<string>(dosage[allele] ?? 0).fill(name)).join('/')
  const wild = locus.wildType === null ? '' : (locus.alleles[locus.wildType] ?? '')
  return [carried(1), carried(2)].map((copy) => (copy.length === 0 ? wild : copy.join('+'))).join('/')
}
