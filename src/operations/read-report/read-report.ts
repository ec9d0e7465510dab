/**
 * Answers `coats.readReport`.
 * Guarantees: `base`, `others` and `population` can be sent to any other operation as they are; copies that no unambiguous line
 * decides are `?`; lines that exclude each other are refused with both.
 */
import type { Model, ModelLocus } from '../../model/model.js'
import type { Contradiction, ReportReading } from '../../reports/reading.js'
import { readReport } from '../../reports/read-report.js'
import type { Vocabulary } from '../../reports/vocabulary/terms.js'
import { reportVocabulary } from '../../reports/vocabulary/vocabulary.js'
import { onceEach, onceFor } from '../../common/memo.js'
import { ClientError } from '../client-error.js'
import type { Fields } from '../read/decode-fields.js'
import { readLanguage } from '../read/options.js'
import { usualPopulation } from '../read/population/population.js'
import { NO_POPULATION } from '../read/population/population.js'
import { faultAt, missingField, strangeWord } from '../read/refusals.js'
import { readSexField } from '../read/sex.js'
import { isAbsent } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'
import type { GenotypeGroup } from '../shown-genes.js'
import { reportCoats } from './report-coats.js'

/** In UTF-8. A page of results has two to four KiB. */
export const MAX_REPORT_BYTES = 16 * 1024

export type ReportAnswer = ReturnType<typeof answerOf>

/** Throws ClientError with the request's first fault. */
export function askReadReport(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const report = readText(fields['report'])
  const laboratory = readLaboratory(ruleset.model, fields['laboratory'])
  const sex = readSexField(fields['sex'])
  const vocabulary = vocabulariesOf(ruleset.model)(laboratory)
  const run = () => {
    const reading = readReport(ruleset.model, vocabulary, report, sex)
    const [contradiction] = reading.contradictions
    if (contradiction !== undefined) throw contradicted(contradiction, fields['sex'])
    return answerOf(ruleset, reading, fields['sex'], language)
  }
  return { kind: 'job', run, language } as const
}

const vocabulariesOf = onceFor((model: Model) =>
  onceEach((laboratory: string | undefined): Vocabulary => reportVocabulary(model, laboratory)),
)

function readText(value: unknown): string {
  const expected = ['the text of a report']
  if (isAbsent(value))
    throw missingField('report', 'report is required: the text of a laboratory report', expected)
  if (typeof value !== 'string')
    throw faultAt(
      'report',
      value,
      'report must be a text, with the lines of the report as they are printed',
      expected,
    )
  const { length: bytes } = new TextEncoder().encode(value)
  if (bytes > MAX_REPORT_BYTES)
    throw new ClientError(
      'RESULT_TOO_LARGE',
      `report has ${bytes} bytes, more than ${MAX_REPORT_BYTES}. Send only the pages with the results of one animal`,
      { field: 'report', value: bytes, expected: [`a text of at most ${MAX_REPORT_BYTES} bytes in UTF-8`] },
    )
  return value
}

function readLaboratory({ source: { reports } }: Model, value: unknown): string | undefined {
  if (isAbsent(value)) return undefined
  const ids = (reports?.laboratories ?? []).map(({ id }) => id)
  if (typeof value === 'string' && ids.includes(value)) return value
  throw strangeWord(
    'laboratory',
    'laboratory must be the id of a laboratory with signs of its own; leave it out for others',
    ids,
    value,
  )
}

function contradicted({ locus, lines, isSex }: Contradiction, sex: unknown): ClientError {
  const told = lines.map(({ line, text, alleles }) => `line ${line} ("${text}") says ${alleles.join('/')}`)
  const what = isSex
    ? `The report and the sex ${String(sex)} exclude each other for ${locus.key}: ${told.join(', ')}`
    : `The lines of the report exclude each other for ${locus.key}: ${told.join(', ')}`
  const why =
    locus.noCopy === null
      ? `An animal has two copies of ${locus.key}`
      : `A male has one copy of ${locus.key}, a female two`
  return new ClientError(
    'VALIDATION_CONTRADICTION',
    `${what}. Remove the lines that are not about this animal`,
    {
      field: isSex ? 'sex' : 'report',
      value: lines.map(({ line, text }) => `${line}: ${text}`),
      expected: [why],
    },
  )
}

function answerOf(ruleset: Ruleset, reading: ReportReading, sex: unknown, language: string) {
  const { model } = ruleset
  const genes = { base: groupOf(model, reading, 'base'), others: groupOf(model, reading, 'others') }
  const isOpen = reading.questions.length > 0 || reading.unread.some(({ mayHoldResult }) => mayHoldResult)
  const population = isOpen ? NO_POPULATION : (usualPopulation(model) ?? NO_POPULATION)
  const nameOf = ({ key }: ModelLocus): string => key
  return {
    ...genes,
    population,
    read: reading.read.map(({ line, text, locus, alleles, how }) => ({
      line,
      text,
      gene: locus.key,
      alleles,
      how,
    })),
    questions: reading.questions.map(({ line, text, locus, choices, why }) => ({
      line,
      text,
      gene: locus.key,
      choices,
      why,
    })),
    unread: reading.unread.map(({ line, text, mayHoldResult }) => ({
      line,
      text,
      may_hold_result: mayHoldResult,
    })),
    untested: reading.untested.map(nameOf),
    coat: reportCoats(ruleset, { ...genes, sex }, reading, language),
  }
}

/** Genes that the report speaks of, and unknown copies of those that every animal must name. */
function groupOf({ loci }: Model, { genes }: ReportReading, group: ModelLocus['group']): GenotypeGroup {
  return Object.fromEntries(
    loci.flatMap((locus) => {
      const alleles = genes.get(locus) ?? (locus.required ? ['?', '?'] : undefined)
      return locus.group === group && alleles !== undefined ? [[locus.key, alleles]] : []
    }),
  )
}
