/** Reads mutants, and tells wrong readings from safe ones. */
import type { Model } from '../../src/model/model.js'
import type { ReportReading } from '../../src/reports/reading.js'
import { readReport } from '../../src/reports/read-report.js'
import { reportVocabulary } from '../../src/reports/vocabulary/vocabulary.js'
import { genotypesOf } from './genotype-sets.js'
import type { Mutant } from './mutating.js'
import { everyPrinted } from './printing.js'

/** Changes that can give the text of another result, or none. The others leave no result at all. */
const SLIPS = new Set([
  'letter of the label lost',
  'letters of the label swapped',
  'sign lost',
  'sign replaced',
  'another sign',
  'cut',
])

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
  const printed = new Set(everyPrinted(model).map(({ text }) => text))
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
      // A slip may leave the meaning as it was, or give the text of another result.
    } else if (!isOpen(after) && !(SLIPS.has(kind) && (isWithin(model, before, after) || printed.has(text))))
      wrong.push(told)
  }
  return { wrong, lost }
}

function isOpen({ questions, unread, contradictions }: ReportReading): boolean {
  return questions.length + unread.length + contradictions.length > 0
}

/** Whether the slip only made the text say less, or presence only. */
function isWithin(model: Model, before: ReportReading, after: ReportReading): boolean {
  if (after.read.every(({ alleles }) => alleles.includes('?'))) return true
  return model.loci.every((locus) => {
    const [x, y] = [before.genes.get(locus) ?? ['?', '?'], after.genes.get(locus) ?? ['?', '?']]
    const wider = genotypesOf(locus, y, x)
    return [...genotypesOf(locus, x, y)].every((each) => wider.has(each))
  })
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
