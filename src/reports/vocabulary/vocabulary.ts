/**
 * The tests, labels, words and laboratories of a rule set, compiled for reading.
 * Guarantees: nothing here knows a gene; everything comes from rules/reports/.
 */
import type { Model } from '../../model/model.js'
import type { LaboratoryRow, ReportTables, ReportTestRow } from '../../rules/tables.js'
import { ABSENT } from '../../rules/tables/report-tables.js'
import { jointTests } from './joint-tests.js'
import { compilePhrases } from './phrases.js'
import type { Meaning, ReportTest, Vocabulary } from './terms.js'

/** What a rule set without reports reads: nothing. */
const NO_REPORTS: ReportTables = {
  tests: [],
  laboratories: [],
  words: { absent_signs: [], absent: [], once: [], twice: [], present: [] },
}

export function reportVocabulary(model: Model, laboratory: string | undefined): Vocabulary {
  const { reports = NO_REPORTS } = model.source
  const row = reports.laboratories.find(({ id }) => id === laboratory)
  const tests = reports.tests.map((test) => compileTest(test, model, row))
  const { words } = reports
  const bySign = new Map<string, readonly ReportTest[]>()
  const joint = jointTests(tests)
  for (const test of [...tests, ...joint])
    for (const sign of [...test.signs.keys(), ...test.slashSigns.keys()])
      bySign.set(sign, [...(bySign.get(sign) ?? []), test])
  const absentSigns = new Set(words.absent_signs)
  return {
    tests,
    joint: new Map(joint.map((test) => [test.locus, test])),
    absentSigns,
    bases: new Set(words.bases ?? []),
    noCopy: new Set(words.no_copy ?? []),
    oneCopyPrefix: new Set(words.one_copy_prefix ?? []),
    phrases: compilePhrases(reports, tests, model.source.manifest.untested ?? []),
    bySign,
    everySign: new Set([
      ...absentSigns,
      ...(words.no_copy ?? []),
      ...(words.bases ?? []),
      ...tests.flatMap(({ signs, labelSigns }) => [...signs.keys(), ...labelSigns.keys()]),
    ]),
    laboratory: row,
  }
}

function compileTest(row: ReportTestRow, { loci }: Model, laboratory: LaboratoryRow | undefined): ReportTest {
  const locus = loci.find(({ key }) => key === row.gene)
  if (locus === undefined) throw new Error(`the test ${row.id} has no locus, which checkReports refuses`)
  const alleleOf = (name: string): number => locus.alleles.indexOf(name)
  const meant = (signs: ReportTestRow['signs'] = {}): readonly (readonly [string, Meaning])[] =>
    Object.entries(signs).flatMap(([allele, list]) =>
      list.map((sign) => [sign, { kind: 'has', allele: alleleOf(allele) }] as const),
    )
  const own = (laboratory?.meanings ?? []).filter(({ test }) => test === row.id)
  const { not_found: notFound } = row
  return {
    id: row.id,
    labels: row.labels,
    locus,
    finds: row.finds.map(alleleOf),
    isEach: row.each === true,
    isPresence: row.presence === true,
    isJoint: false,
    notFound: notFound === undefined ? 'lacks' : notFound === 'ask' ? 'ask' : alleleOf(notFound),
    signs: new Map<string, Meaning>([
      ...meant(row.signs),
      ...(row.absent_beside ?? []).map((sign) => [sign, { kind: 'beside' }] as const),
      ...Object.entries(row.asks ?? {}).map(([sign, why]) => [sign, { kind: 'asked', why }] as const),
    ]),
    slashSigns: new Map(meant(row.slash_signs)),
    labelSigns: new Map<string, Meaning>([
      ...meant(row.slash_signs),
      ...meant(row.label_signs),
      ...own.map(
        ({ sign, meaning }) =>
          [
            sign,
            meaning === ABSENT
              ? ({ kind: 'absent', isOfLaboratory: true } as const)
              : ({ kind: 'has', allele: alleleOf(meaning), isOfLaboratory: true } as const),
          ] as const,
      ),
    ]),
    asksPair: new Map(Object.entries(row.asks_pair ?? {})),
  }
}
