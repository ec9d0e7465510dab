/**
 * A genotype written for a person: the smallest example of what a diagnostic speaks of.
 * Guarantees: the text is what the command line reads; alleles in canonical order.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { ModelLocus } from '../model.js'
import type { Dosage } from '../compile/predicate.js'

/**
 * `first=A/a many=X+Y/n`: a whole horse, so required loci that do not matter are there too. Where only dosages
 * are known, variants carried once lie together.
 */
export function smallestExampleText(
  loci: readonly ModelLocus[],
  dosages: ReadonlyMap<string, Dosage>,
): string {
  return loci
    .flatMap((locus) => {
      const dosage = dosages.get(locus.key) ?? (locus.required ? anyDosage(locus) : undefined)
      return dosage === undefined ? [] : [`${locus.key}=${copiesText(locus, dosage)}`]
    })
    .join(' ')
}

/** Homozygous for the wild type, or for the first allele where none is stated. */
function anyDosage(locus: ModelLocus): Dosage {
  const allele = locus.wildType ?? 0
  return dosageOf(locus, [[allele], [allele]])
}

function copiesText(locus: ModelLocus, dosage: Dosage): string {
  const carried = (atLeast: number): string[] =>
    locus.alleles.filter((_, allele) => allele !== locus.wildType && (dosage[allele] ?? 0) >= atLeast)
  if (!locus.cis)
    return locus.alleles.flatMap((name, allele) => Array<string>(dosage[allele] ?? 0).fill(name)).join('/')
  const wild = locus.wildType === null ? '' : (locus.alleles[locus.wildType] ?? '')
  return [carried(1), carried(2)].map((copy) => (copy.length === 0 ? wild : copy.join('+'))).join('/')
}
