/** Reads mutants, and tells wrong readings from safe ones. */
import type { Model } from '../../src/model/model.js'
import type { ReportReading } from '../../src/reports/reading.js'
import { readReport } from '../../src/reports/read-report.js'
import { reportVocabulary } from '../../src/reports/vocabulary/vocabulary.js'
import { genotypesOf } from './genotype-sets.js'
import type { Mutant } from './mutating.js'

export interface MutantVerdict {
  /** Read as something that the text does not say. */
  readonly wrong: readonly string[]
  /** The meaning was kept, but not read. */
  readonly lost: readonly string[]
}

export function judgeMutants(model: Model, mutants: readonly Mutant[]): MutantVerdict {
  const vocabularies = new Map(
    [...new Set(mutants.map(({ of }) => of.laboratory))].map(
      (id) => [id, reportVocabulary(model, id)] as const,
    ),
  )
  const wrong: string[] = []
  const lost: string[] = []
  for (const { of, text, kind, keeps } of mutants) {
    const vocabulary = vocabularies.get(of.laboratory)
    if (vocabulary === undefined) continue
    const before = readReport(model, vocabulary, of.text, undefined)
    const after = readReport(model, vocabulary, text, undefined)
    const told = `${kind}: ${JSON.stringify(of.text)} → ${JSON.stringify(text)} (${textOf(after)})`
    if (keeps) {
      if (!isSame(model, before, after)) (isOpen(after) ? lost : wrong).push(told)
      // A text that still is a result of the same test says what it says: "X/Y" without a sign may be "Y/Y".
    } else if (!isOpen(after) && !isOwnResult(after, of.text, text)) wrong.push(told)
  }
  return { wrong, lost }
}

function isOpen({ questions, unread, contradictions }: ReportReading): boolean {
  return questions.length + unread.length + contradictions.length > 0
}

/** Whether the label is still whole, and both copies are still written. */
function isOwnResult({ read }: ReportReading, before: string, after: string): boolean {
  const label = (text: string): string =>
    text
      .slice(0, text.indexOf(':'))
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return read.length === 1 && (label(before) === label(after) || after.includes(':'))
}

function isSame(model: Model, a: ReportReading, b: ReportReading): boolean {
  return model.loci.every((locus) => {
    const [x, y] = [a.genes.get(locus) ?? ['?', '?'], b.genes.get(locus) ?? ['?', '?']]
    const [p, q] = [genotypesOf(locus, x, y), genotypesOf(locus, y, x)]
    return p.size === q.size && [...p].every((each) => q.has(each))
  })
}

function textOf({ genes }: ReportReading): string {
  return [...genes].map(([{ key }, alleles]) => `${key} ${alleles.join('/')}`).join(', ')
}
