/**
 * Writes genotypes for people: the smallest example that a diagnostic refers to.
 * Guarantees: the command line can read the text; alleles are in canonical order.
 */
import { dosageOf, pairText } from '../../genetics/genotype.js'
import type { Copy, Locus } from '../../genetics/locus.js'
import { carriedOf } from '../compile/classes.js'
import type { LocusGenotype, ModelLocus } from '../model.js'
import type { Dosage } from '../compile/predicate.js'

/**
 * `first=A/a many=X+Y/n`: a whole horse, so required loci are included even if they do not matter. If only dosages
 * are known, variants carried once are placed on the same copy.
 */
export function smallestExampleText(
  loci: readonly ModelLocus[],
  dosages: ReadonlyMap<string, Dosage>,
): string {
  return loci
    .flatMap((locus) => {
      const dosage = dosages.get(locus.key) ?? (locus.required ? anyDosage(locus) : undefined)
      return dosage === undefined ? [] : [`${locus.key}=${pairText(locus, copiesOf(locus, dosage))}`]
    })
    .join(' ')
}

/** The same for genotypes, without wild-type loci that may be left out. */
export function carriedText(loci: readonly ModelLocus[], genotypes: readonly LocusGenotype[]): string {
  const carried = genotypes.flatMap(({ locus, layouts: [pair = [[], []]] }) => {
    const dosage = dosageOf(locus, pair)
    return carriedOf(locus, dosage) > 0 ? [[locus.key, dosage] as const] : []
  })
  return smallestExampleText(loci, new Map(carried))
}

/** Homozygous for the wild type, or for the first allele if there is no wild type. */
function anyDosage(locus: ModelLocus): Dosage {
  const allele = locus.wildType ?? 0
  return dosageOf(locus, [[allele], [allele]])
}

/** Two copies with these dosages; variants carried once are all placed on the first. */
export function copiesOf({ alleles, wildType, cis }: Locus, dosage: Dosage): readonly [Copy, Copy] {
  if (!cis) {
    const [a = 0, b = a] = alleles.flatMap((_, allele) => Array<number>(dosage[allele] ?? 0).fill(allele))
    return [[a], [b]]
  }
  const carried = (atLeast: number): Copy => {
    const variants = [...alleles.keys()].filter((i) => i !== wildType && (dosage[i] ?? 0) >= atLeast)
    return variants.length === 0 ? [wildType ?? 0] : variants
  }
  return [carried(1), carried(2)]
}
