/**
 * The files of rules/reports/ → tables.
 * Guarantees: each id is given once; no word has two meanings; what laboratories say is about tests that exist.
 */
import type { LaboratoriesYaml, ReportTestsYaml, ReportWordsYaml } from '../file-types.js'
import type { Place } from '../diagnostic.js'
import { type FileReading, step } from '../yaml/parsed-file.js'
import { suggestion } from '../../common/nearest.js'

type TestYaml = ReportTestsYaml['tests'][number]
type LaboratoryYaml = LaboratoriesYaml['laboratories'][number]

export type ReportTestRow = TestYaml & {
  /** Places of the gene, and of each allele that the row names. */
  readonly genePlace: Place
  readonly alleles: readonly { readonly allele: string; readonly place: Place }[]
}
export type LaboratoryRow = LaboratoryYaml & {
  readonly meanings: readonly {
    readonly test: string
    readonly sign: string
    readonly meaning: string
    readonly place: Place
  }[]
}
export type ReportWords = ReportWordsYaml

/** What reading reports needs. */
export interface ReportTables {
  readonly tests: readonly ReportTestRow[]
  readonly laboratories: readonly LaboratoryRow[]
  readonly words: ReportWords
}

/** How a laboratory says that a copy carries nothing that the test finds. */
export const ABSENT = 'absent'

/** Undefined if a rule set reads no reports. */
export function reportTables(
  tests: FileReading<ReportTestsYaml> | undefined,
  words: FileReading<ReportWordsYaml> | undefined,
  laboratories: FileReading<LaboratoriesYaml> | undefined,
): ReportTables | undefined {
  if (tests === undefined || words === undefined) return undefined
  checkMeanings(words)
  checkIds(tests, '/tests', tests.value.tests)
  const rows = tests.value.tests.map((row, index) => testRow(tests, row, `/tests/${index}`))
  const labs = laboratories?.value.laboratories ?? []
  if (laboratories !== undefined) checkIds(laboratories, '/laboratories', labs)
  const ids = rows.map(({ id }) => id)
  return {
    tests: rows,
    words: words.value,
    laboratories: labs.map((row, index) => {
      const pointer = `/laboratories/${index}/signs`
      const meanings = Object.entries(row.signs ?? {}).flatMap(([test, signs]) => {
        const at = `${pointer}${step(test)}`
        if (!ids.includes(test))
          laboratories?.reportKey(at, {
            what: `the laboratory ${row.id} speaks of the test "${test}", which tests.yaml does not have.`,
            fix: suggestion(test, ids),
          })
        return Object.entries(signs).flatMap(([sign, meaning]) => {
          const place = laboratories?.placeOf(`${at}${step(sign)}`)
          return place === undefined ? [] : [{ test, sign, meaning, place }]
        })
      })
      return { ...row, meanings }
    }),
  }
}

function testRow(file: FileReading<ReportTestsYaml>, row: TestYaml, pointer: string): ReportTestRow {
  const { finds, signs, label_signs: labelSigns = {}, not_found: notFound } = row
  const alleles = [
    ...finds.map((allele, i) => ({ allele, place: file.placeOf(`${pointer}/finds/${i}`) })),
    ...Object.keys(signs).map((allele) => ({
      allele,
      place: file.placeOfKey(`${pointer}/signs${step(allele)}`),
    })),
    ...Object.keys(labelSigns).map((allele) => ({
      allele,
      place: file.placeOfKey(`${pointer}/label_signs${step(allele)}`),
    })),
    ...(notFound === undefined || notFound === 'ask'
      ? []
      : [{ allele: notFound, place: file.placeOf(`${pointer}/not_found`) }]),
  ]
  return { ...row, genePlace: file.placeOf(`${pointer}/gene`), alleles }
}

/** Tests without words could not be read in any report. */
export function reportMissingWords(tests: Pick<FileReading<unknown>, 'report'>): void {
  tests.report('PARSE', '', {
    what: 'there are tests, but no file rules/reports/words.yaml with the words of their results.',
    fix: 'add that file, with at least absent_signs, absent, once, twice and present.',
  })
}

/** The lists whose words are results; a word in two of them would mean both. */
const RESULTS = ['absent', 'once', 'twice', 'present', 'untested'] as const

function checkMeanings(file: FileReading<ReportWordsYaml>): void {
  const meanings = new Map<string, string>()
  for (const list of RESULTS)
    file.value[list]?.forEach((word, index) => {
      const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
      const other = meanings.get(plain)
      if (other !== undefined && other !== list)
        file.report('DUPLICATE_ID', `/${list}/${index}`, {
          what: `"${word}" is listed under "${list}" and under "${other}", so that it would mean both.`,
          fix: 'keep it where it belongs, and remove it from the other list.',
        })
      meanings.set(plain, other ?? list)
    })
}

function checkIds(
  file: Pick<FileReading<unknown>, 'report'>,
  pointer: string,
  rows: readonly { readonly id: string }[],
): void {
  const first = new Set<string>()
  rows.forEach(({ id }, index) => {
    if (first.has(id))
      file.report('DUPLICATE_ID', `${pointer}/${index}/id`, {
        what: `there already is an entry ${id} in this file.`,
        fix: 'rename one of them.',
      })
    first.add(id)
  })
}
