/**
 * Answers the distinct questions of a batch.
 * Guarantees: a fault is an answer, so that one question stops no other; an answer depends on its question alone.
 */
import { ask, wholeBody } from '../../../operations/ask.js'
import { ClientError } from '../../../operations/client-error.js'
import type { Fields } from '../../../operations/read/decode-fields.js'
import { readGenotyped } from '../../../operations/read/animal.js'
import { operationOf } from '../../../operations/registry.js'
import type { Ruleset } from '../../../operations/ruleset.js'
import { errorBody, internalError } from '../../../service/http/errors.js'
import { createRowQuestion, OPERATION_IDS, type BatchOp } from '../columns/row-question.js'
import { CELL_END } from './cell-end.js'
import { ANSWER_COLUMNS, answerCells, csvText } from './csv-answer.js'

/** What the questions of a table are. */
export interface TableQuestions {
  readonly op: BatchOp
  /** Of the cells of a question. */
  readonly columns: readonly string[]
  /** For genes that were not tested; undefined: they are wild type, as in a request. */
  readonly population: string | undefined
}

/** How an answer ends: 200, a fault of the row, or a bug. */
export type AnswerKind = 'answer' | 'fault' | 'bug'

export interface BatchAnswer {
  readonly kind: AnswerKind
  /** What is written after line and id. */
  readonly text: string
}

/** As in a batch over HTTP: a larger answer is better asked for by itself. */
const MAX_ANSWER_LENGTH = 1024 * 1024

/**
 * @param table undefined for NDJSON, whose lines say all
 * @returns the answer to a question: cells joined by CELL_END or, for NDJSON, JSON of operation and fields
 */
export function createAnswerer(
  ruleset: Ruleset,
  language: string,
  table: TableQuestions | undefined,
): (question: string) => BatchAnswer {
  const bodyOf = (id: string, fields: Fields): unknown => {
    const operation = operationOf(id)
    return wholeBody(ask(operation, ruleset, operation.decode(fields), language))
  }
  if (table === undefined)
    return (question) => {
      const [op, fields] = JSON.parse(question) as readonly [string, Fields]
      return guarded(
        () => `"status":200,"body":${boundedJson(bodyOf(op, fields))}`,
        (error) => `"status":${error.status},"body":${JSON.stringify(errorBody(error))}`,
      )
    }
  const { op, columns, population } = table
  const fieldsOf = createRowQuestion(ruleset.model, op, columns, population)
  const id = OPERATION_IDS[op]
  // Without a population every gene is known, or the question is refused.
  const isKnown = op === 'coat' && population === undefined
  const blanks = ','.repeat(ANSWER_COLUMNS[op].length)
  return (question) =>
    guarded(
      () => {
        const fields = fieldsOf(question.split(CELL_END))
        const body = bodyOf(id, fields)
        const isExplained = isKnown && hasViability(ruleset, fields)
        return `${csvText(answerCells(op, isExplained ? bodyOf(id, { ...fields, explain: true }) : body))},`
      },
      ({ message }) => `${blanks}${csvText([message])}`,
    )
}

/** Whether there is a viability, which only reasons tell: asking for them always would take most of the time. */
function hasViability(ruleset: Ruleset, fields: Fields): boolean {
  const { genotype } = readGenotyped(ruleset, fields, '', { sex: fields['sex'] })
  return ruleset.phenotypes.visible.of(genotype).coat.viability !== undefined
}

function guarded(answer: () => string, refuse: (error: ClientError) => string): BatchAnswer {
  try {
    return { kind: 'answer', text: answer() }
  } catch (error) {
    if (error instanceof ClientError) return { kind: 'fault', text: refuse(error) }
    return { kind: 'bug', text: refuse(internalError()) }
  }
}

function boundedJson(body: unknown): string {
  const text = JSON.stringify(body)
  if (text.length <= MAX_ANSWER_LENGTH) return text
  const message =
    `The answer to this line exceeds ${MAX_ANSWER_LENGTH} bytes, the limit within a batch: ` +
    'ask for fewer results with limit or group_by, or send the question by itself'
  throw new ClientError('RESULT_TOO_LARGE', message)
}
