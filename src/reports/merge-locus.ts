/**
 * All results for one gene → its copies, questions and contradictions.
 * Guarantees: lines that exclude each other are a contradiction; a question that other lines answer is none.
 */
import type { ModelLocus } from '../model/model.js'
import { type PairFact, UNKNOWN_COPY, UNKNOWN_PAIR, isWithin, meetPairs, pairKey } from './copies.js'
import { commonPair, factText, pairText } from './copy-texts.js'
import type { Contradiction, LineResult, ReadResult, ReportQuestion } from './reading.js'
import { type How, SEVERAL } from './results/result.js'

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

export function mergeLocus(locus: ModelLocus, results: readonly LineResult[], isMentioned: boolean): Merged {
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
  let isTooMany = false
  const known = new Set<string>()
  for (const { result } of sure) {
    const own = result.facts ?? [result.fact]
    const key = own.map(pairKey).join(' ')
    if (known.has(key)) continue
    known.add(key)
    const met = facts === undefined ? own : meetPairs(locus, facts, own)
    if (met?.length === 0) return against(false)
    if (met === undefined) isTooMany = true
    facts = met ?? [commonPair([...(facts ?? [])])]
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
  const text = isTooMany ? undefined : factText(locus, whole)
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
