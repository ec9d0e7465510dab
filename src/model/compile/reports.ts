/**
 * Checks the tests of laboratory reports against the loci.
 * Guarantees: every gene and allele that they name exists; each fault has its place.
 */
import { suggestedAllele } from '../../rules/checks/suggested.js'
import { type Diagnostic, fault } from '../../rules/diagnostic.js'
import type { Place } from '../../rules/diagnostic.js'
import type { RuleTables } from '../../rules/tables.js'
import { ABSENT } from '../../rules/tables/report-tables.js'
import type { ModelLocus } from '../model.js'
import { unknownLocus } from './resolve.js'

export function checkReports(
  { reports }: RuleTables,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): void {
  const keys = loci.map(({ key }) => key)
  /** @param says who names the allele, and how */
  const checkAllele = (allele: string, locus: ModelLocus, says: string, place: Place): void => {
    const names = locus.alleles.filter((_, index) => index !== locus.noCopy)
    if (names.includes(allele)) return
    const what = `${says} "${allele}", which is no allele of ${locus.key}.`
    diagnostics.push(fault('UNKNOWN_ALLELE', place, { what, fix: suggestedAllele(allele, names) }))
  }
  for (const { id, gene, genePlace, alleles } of reports?.tests ?? []) {
    const locus = loci[keys.indexOf(gene)]
    if (locus === undefined) {
      const what = `the test ${id} is about "${gene}", which is no locus.`
      diagnostics.push(unknownLocus(gene, keys, genePlace, what))
      continue
    }
    for (const { allele, place } of alleles) checkAllele(allele, locus, `the test ${id} names`, place)
  }
  for (const { id, meanings } of reports?.laboratories ?? [])
    for (const { test, sign, meaning, place } of meanings) {
      const locus = loci[keys.indexOf(reports?.tests.find(({ id }) => id === test)?.gene ?? '')]
      if (locus !== undefined && meaning !== ABSENT)
        checkAllele(meaning, locus, `the laboratory ${id} prints ${sign} for`, place)
    }
}
