/**
 * The text of a laboratory report → what it says of each gene, what must be asked, and what was not understood.
 * Guarantees: nothing ambiguous is chosen and nothing unread is dropped; copies that no unambiguous line decides are unknown;
 * time grows with the length of the text.
 */
import type { Model, ModelLocus } from '../model/model.js'
import type { Sex } from '../rules/tables.js'
import { itemsOf } from './line/items.js'
import { kindOfLine, readLine } from './line/read-line.js'
import { mergeLocus } from './merge-locus.js'
import type { LineResult, ReportReading, UnreadLine } from './reading.js'
import type { Vocabulary } from './vocabulary/terms.js'

/** Lines beyond these are unread. */
export const MAX_LINES = 400
export const MAX_QUESTIONS = 100
/** Texts are cut for the answer. */
const MAX_TEXT = 200
/** A longer line is no line of a report. */
const MAX_LINE = 1_000
/** Words and signs of a report; the results of a hundred tests have half as many. */
const MAX_ITEMS = 1_500

export function readReport(
  model: Model,
  vocabulary: Vocabulary,
  report: string,
  sex: Sex | undefined,
): ReportReading {
  const animal = {
    sex,
    ofOneCopy: model.sexes?.heterogametic,
    isOneSidedBoth: vocabulary.laboratory?.one_sided === 'both',
  }
  const hasOneCopy = sex !== undefined && sex === model.sexes?.heterogametic
  const results: LineResult[] = []
  const unread: UnreadLine[] = []
  const mentioned = new Set<number>()
  let spent = 0
  const lines = report.split(/\r\n|\r|\n/).map((text, i) => {
    const isRead = i < MAX_LINES && text.length <= MAX_LINE && spent <= MAX_ITEMS
    const items = isRead ? itemsOf(vocabulary, text) : []
    spent += items.length
    return { text, items, isRead, kind: isRead ? kindOfLine(text, items) : ('other' as const) }
  })
  const kinds = lines.map(({ kind }) => kind)
  lines.forEach(({ text: written, items, isRead }, i) => {
    const line = i + 1
    if (written.trim() === '') return
    if (!isRead) {
      unread.push({ line, text: cut(written), mayHoldResult: true })
      return
    }
    const isBelow = isBelowLabel(kinds, i)
    const text = isBelow ? `${lines[i - 1]?.text ?? ''}: ${written}` : written
    const reading = readLine(vocabulary, text, isBelow ? itemsOf(vocabulary, text) : items, animal)
    for (const each of reading.results) results.push({ line, text: cut(each.text), result: each.result })
    for (const each of reading.unread)
      unread.push({ line, text: cut(each.text), mayHoldResult: each.mayHoldResult })
    for (const locus of reading.unreadLoci) mentioned.add(locus)
  })
  const merged = model.loci.map((locus) =>
    mergeLocus(
      locus,
      results.filter(({ result }) => result.locus === locus),
      mentioned.has(locus.index),
    ),
  )
  const questions = merged.flatMap((each) => each.questions).sort((a, b) => a.line - b.line)
  return {
    read: merged.flatMap((each) => each.read).sort((a, b) => a.line - b.line),
    questions: questions.slice(0, MAX_QUESTIONS),
    unread: [
      ...unread,
      ...questions.slice(MAX_QUESTIONS).map(({ line, text }) => ({ line, text, mayHoldResult: true })),
    ].sort((a, b) => a.line - b.line),
    genes: new Map(
      merged.flatMap(({ locus, alleles }) =>
        alleles === undefined ? [] : [[locus, ofSex(locus, alleles, hasOneCopy)] as const],
      ),
    ),
    untested: merged.flatMap(({ locus, isTested }) => (isTested ? [] : [locus])),
    contradictions: merged.flatMap(({ contradiction }) => contradiction ?? []),
  }
}

/**
 * Whether a line with a result alone belongs to the label on the line before. Not in a list of labels or of results: which
 * belongs to which would be a guess.
 */
function isBelowLabel(kinds: readonly string[], i: number): boolean {
  const [before, label, own, next] = [kinds[i - 2], kinds[i - 1], kinds[i], kinds[i + 1]]
  return own === 'value' && label === 'label' && before !== 'label' && next !== 'value'
}

/** Where nothing is known of a gene, one sex has one copy of which nothing is known. */
function ofSex({ noCopy }: ModelLocus, alleles: readonly string[], hasOneCopy: boolean): readonly string[] {
  return noCopy !== null && hasOneCopy && alleles.every((each) => each === '?') ? ['?'] : alleles
}

function cut(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > MAX_TEXT ? `${trimmed.slice(0, MAX_TEXT - 1)}…` : trimmed
}
