/**
 * Alleles that a language leaves out where it names others of the same locus: most likely they came later.
 * Guarantees: nothing is said where a language names none of a locus's alleles, for that is a choice, nor of a wild type.
 * Leaves to others: names of alleles that do not exist (naming/check-words.ts).
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable, LocusTable, RuleTables } from '../../rules/tables.js'

export function unnamedAlleles({ loci, locales }: RuleTables): readonly Diagnostic[] {
  return locales.flatMap((locale) => loci.flatMap((locus) => unnamedIn(locale, locus)))
}

function unnamedIn({ language, genes, place }: LocaleTable, locus: LocusTable): readonly Diagnostic[] {
  const words = genes[locus.locus]
  // What a registry takes from its language is told there.
  if (words === undefined || words.place.file !== place.file) return []
  const named = Object.keys(words.alleles)
  if (named.length === 0) return []
  return locus.alleles
    .filter(({ allele }) => allele !== locus.wildType && !named.includes(allele))
    .map(({ allele, name }) => ({
      ...fault('UNNAMED_ALLELE', words.place, {
        what: `${language} names alleles of ${locus.locus}, and not ${allele}.`,
        why: `There it is told as in the gene file: ${name}.`,
        mend: `add ${allele} under alleles.`,
      }),
      severity: 'hint',
    }))
}
