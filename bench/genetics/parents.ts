/**
 * Parents that are heterozygous at some loci of a rule set, whatever the rule set is.
 * Guarantees: requests that the rule set accepts; the alleles are the first two of each locus, the wild type among them
 * where there is one.
 */
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { ModelLocus } from '../../src/model/model.js'

export interface ParentFields {
  readonly base: Readonly<Record<string, readonly string[]>>
  readonly others: Readonly<Record<string, readonly string[]>>
}

/** Two different alleles of a locus by index, in canonical order. */
function twoAlleles({ wildType }: ModelLocus): readonly [number, number] {
  if (wildType === null || wildType === 0) return [0, 1]
  return [0, wildType]
}

/**
 * Heterozygous at these loci; homozygous for the first allele at other required ones.
 * @param hasOne whether the animal is of the sex that has one copy of loci on the sex chromosome: the first allele then
 */
export function heterozygous(ruleset: Ruleset, loci: readonly ModelLocus[], hasOne = false): ParentFields {
  const groups: { base: Record<string, string[]>; others: Record<string, string[]> } = {
    base: {},
    others: {},
  }
  for (const locus of ruleset.model.loci) {
    const [first = '', second = ''] = twoAlleles(locus).map((allele) => locus.alleles[allele])
    const isSingle = (locus.compact && locus.wildType !== null) || (hasOne && locus.noCopy !== null)
    if (loci.includes(locus)) groups[locus.group][locus.key] = isSingle ? [first] : [first, second]
    else if (locus.required) groups[locus.group][locus.key] = [first, first]
  }
  return groups
}

/** Fields of a question about a mare and a stallion, heterozygous at these loci. */
export function crossed(
  ruleset: Ruleset,
  loci: readonly ModelLocus[],
  more: Readonly<Record<string, unknown>> = {},
): object {
  return {
    mother: heterozygous(ruleset, loci),
    father: heterozygous(ruleset, loci, true),
    lang: 'en',
    ...more,
  }
}
