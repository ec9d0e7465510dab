/**
 * The text of a laboratory report → what it says of each gene, what must be asked, and what was not understood.
 * Guarantees: nothing ambiguous is chosen and nothing unread is dropped; copies that no unambiguous line decides are unknown;
 * time grows with the length of the text.
 */
import { createBoundedMap } from '../common/memo.js'
import type { Model, ModelLocus } from '../model/model.js'
import type { Sex } from '../rules/tables.js'
import {
  commonPair,
  factText,
  isWithin,
  meetPairs,
  pairText,
  UNKNOWN_COPY,
  UNKNOWN_PAIR,
  type PairFact,
} from './copies.js'
import { kindOfLine, readLine } from './read-line.js'
import { SEVERAL, type How, type Result } from './results.js'
import type { Vocabulary } from './vocabulary.js'

export interface ReportReading {
  readonly read: readonly ReadResult[]
  readonly questions: readonly ReportQuestion[]
  readonly unread: readonly { readonly line: number; readonly text: string }[]
  /** By locus, the copies as requests write them; only loci that the report speaks of. */
  readonly genes: ReadonlyMap<ModelLocus, readonly string[]>
  /** Loci without a result and without a question. */
  readonly untested: readonly ModelLocus[]
  /** Whether something that was not understood may be a result. */
  readonly isGeneUnread: boolean
  readonly contradictions: readonly Contradiction[]
}

export interface ReadResult {
  readonly line: number
  readonly text: string
  readonly locus: ModelLocus
  readonly alleles: readonly string[]
  readonly how: How
}

export interface ReportQuestion extends Omit<ReadResult, 'alleles' | 'how'> {
  readonly choices: readonly (readonly string[])[]
  /** For each choice, the gene with what other lines say of it. */
  readonly outcomes: readonly (readonly string[])[]
  readonly why: string
}

export interface Contradiction {
  readonly locus: ModelLocus
  readonly lines: readonly ReadResult[]
  /** The sex of the request is part of it. */
  readonly isSex: boolean
}

/** Lines beyond these are unread. */
export const MAX_LINES = 400
export const MAX_QUESTIONS = 100
/** Texts are cut for the answer. */
const MAX_TEXT = 200
/** A longer line is no line of a report. */
const MAX_LINE = 1_000
const MEMO = 2_000

interface LineResult {
  readonly line: number
  readonly text: string
  readonly result: Result
}

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
  const memo = createBoundedMap<string, boolean>(MEMO)
  const results: LineResult[] = []
  const unread: { line: number; text: string }[] = []
  const mentioned = new Set<number>()
  let isGeneUnread = false
  const lines = report.split(/\r\n|\r|\n/)
  const kinds = lines.map((text, i) =>
    i < MAX_LINES && text.length <= MAX_LINE ? kindOfLine(vocabulary, text, memo) : 'other',
  )
  lines.forEach((written, i) => {
    const line = i + 1
    const text = isBelowLabel(kinds, i) ? `${lines[i - 1] ?? ''}: ${written}` : written
    if (text.trim() === '') return
    if (line > MAX_LINES || text.length > MAX_LINE || results.length > 4 * MAX_LINES) {
      unread.push({ line, text: cut(text) })
      isGeneUnread = true
      return
    }
    const reading = readLine(vocabulary, text, animal, memo)
    for (const each of reading.results) results.push({ line, text: cut(each.text), result: each.result })
    for (const each of reading.unread) unread.push({ line, text: cut(each) })
    for (const locus of reading.unreadLoci) mentioned.add(locus)
    isGeneUnread ||= reading.isAboutGene
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
    unread: [...unread, ...questions.slice(MAX_QUESTIONS).map(({ line, text }) => ({ line, text }))].sort(
      (a, b) => a.line - b.line,
    ),
    genes: new Map(
      merged.flatMap(({ locus, alleles }) =>
        alleles === undefined ? [] : [[locus, ofSex(locus, alleles, hasOneCopy)] as const],
      ),
    ),
    untested: merged.flatMap(({ locus, isTested }) => (isTested ? [] : [locus])),
    isGeneUnread: isGeneUnread || questions.length > MAX_QUESTIONS,
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

interface Merged {
  readonly locus: ModelLocus
  readonly read: readonly ReadResult[]
  readonly questions: readonly ReportQuestion[]
  /** Undefined for a locus that the report does not speak of. */
  readonly alleles: readonly string[] | undefined
  readonly isTested: boolean
  /** Lines that other lines answer. */
  readonly told?: readonly LineResult[]
  readonly contradiction?: Contradiction
}

function mergeLocus(locus: ModelLocus, results: readonly LineResult[], isMentioned: boolean): Merged {
  if (results.length === 0) {
    const alleles = isMentioned ? textOfFacts(locus, [UNKNOWN_PAIR]) : undefined
    return { locus, read: [], questions: [], alleles, isTested: false }
  }
  const sure = results.filter(({ result }) => result.question === undefined)
  const readAll = sure.map((each) =>
    readResult(locus, each, each.result.facts ?? [each.result.fact], each.result.how),
  )
  const denying = results.filter(({ result }) => result.deniesSex)
  const against = (isSex: boolean): Merged => ({
    locus,
    read: [],
    questions: [],
    alleles: textOfFacts(locus, [UNKNOWN_PAIR]),
    isTested: true,
    contradiction: {
      locus,
      lines: results.map((each) =>
        readResult(locus, each, each.result.facts ?? [each.result.fact], each.result.how),
      ),
      isSex,
    },
  })
  if (denying.length > 0) return against(true)
  let facts: readonly PairFact[] | undefined
  for (const { result } of sure) {
    const own = result.facts ?? [result.fact]
    const met = facts === undefined ? own : meetPairs(locus, facts, own)
    if (met?.length === 0) return against(false)
    facts = met ?? facts
  }
  // Answers of questions that other lines leave.
  const open: LineResult[] = []
  const read = [...readAll]
  const told: LineResult[] = []
  for (const each of results) {
    const { question, how } = each.result
    if (question === undefined) continue
    const known = facts
    if (known === undefined || question.choices.length === 0) {
      open.push(each)
      continue
    }
    // What other lines say already answers it.
    if (question.choices.some((choice) => known.every((fact) => isWithin(locus, fact, choice)))) {
      const isPartlySure = each.result.fact.some(({ has, lacks }) => has.length + lacks.length > 0)
      if (isPartlySure) read.push(readResult(locus, each, known, how))
      else told.push(each)
      continue
    }
    const left = question.choices.filter((choice) => (meetPairs(locus, known, [choice])?.length ?? 1) > 0)
    const [only] = left
    const isTable = question.why === SEVERAL
    if (only === undefined && !isTable) return against(false)
    if (left.length === 1 && only !== undefined && !isTable) {
      facts = meetPairs(locus, known, [only]) ?? known
      read.push(readResult(locus, each, [only], how))
    } else
      open.push(
        isTable ? each : { ...each, result: { ...each.result, question: { ...question, choices: left } } },
      )
  }
  for (const { result } of open) {
    const met =
      facts === undefined
        ? [result.fact]
        : result.fact.length === facts[0]?.length
          ? meetPairs(locus, facts, [result.fact])
          : facts
    if (met !== undefined && met.length > 0) facts = met
  }
  const whole = facts ?? [UNKNOWN_PAIR]
  const text = factText(locus, whole)
  const questions = open.map((each): ReportQuestion => {
    const { line, text: written, result } = each
    const choices = (result.question?.choices ?? []).map((choice) => pairText(locus, choice))
    const outcomes = (result.question?.choices ?? []).map((choice) => {
      const met = facts === undefined ? undefined : meetPairs(locus, facts, [choice])
      return textOfFacts(locus, met === undefined || met.length === 0 ? [choice] : met)
    })
    return { line, text: written, locus, choices, outcomes, why: result.question?.why ?? '' }
  })
  if (text !== undefined) return { locus, read, questions, alleles: text, isTested: true, told }
  // No notation says exactly what is known: the last line is asked about.
  const last = results.at(-1)
  const asked: readonly ReportQuestion[] =
    last === undefined
      ? []
      : [
          {
            line: last.line,
            text: last.text,
            locus,
            choices: whole.slice(0, 16).map((pair) => pairText(locus, pair)),
            outcomes: whole.slice(0, 16).map((pair) => pairText(locus, pair)),
            why: 'the lines about this gene allow several arrangements',
          },
        ]
  return {
    locus,
    read: read.filter(({ line }) => line !== last?.line),
    questions: [...questions, ...asked],
    alleles: textOfFacts(locus, [commonPair(whole)]),
    isTested: true,
    told,
  }
}

function readResult(
  locus: ModelLocus,
  { line, text }: LineResult,
  facts: readonly PairFact[],
  how: How,
): ReadResult {
  return {
    line,
    text,
    locus,
    alleles: factText(locus, facts) ?? textOfFacts(locus, [commonPair(facts)]),
    how,
  }
}

function textOfFacts(locus: ModelLocus, facts: readonly PairFact[]): readonly string[] {
  return factText(locus, facts) ?? pairText(locus, facts[0] ?? [UNKNOWN_COPY, UNKNOWN_COPY])
}
