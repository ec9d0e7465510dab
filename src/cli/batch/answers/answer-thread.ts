/**
 * Worker thread of a batch: answers lists of distinct questions.
 * Guarantees: a fault is an answer, so that one question stops no other; an answer depends on its question alone.
 */
import { workerData } from 'node:worker_threads'
import { ask, wholeBody } from '../../../operations/ask.js'
import { ClientError } from '../../../operations/client-error.js'
import type { Fields } from '../../../operations/read/decode-fields.js'
import { operationOf } from '../../../operations/registry.js'
import { createRuleset } from '../../../operations/ruleset.js'
import type { Model } from '../../../model/model.js'
import type { Lexicon } from '../../../naming/lexicon.js'
import { errorBody, internalError } from '../../../service/http/errors.js'
import { createRowQuestion, OPERATION_IDS, type BatchOp } from '../columns/row-question.js'
import { CELL_END } from './cell-end.js'
import { ANSWER_COLUMNS, answerCells, csvText } from './csv-answer.js'

export interface BatchRules {
  readonly model: Model
  readonly lexicons: ReadonlyMap<string, Lexicon>
  readonly maxResults: number
  readonly language: string
  /** Of a table: the operation, and the columns of its cells. Undefined for NDJSON, whose lines say all. */
  readonly table:
    | { readonly op: BatchOp; readonly columns: readonly string[]; readonly population: string | undefined }
    | undefined
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

const { model, lexicons, maxResults, language, table } = workerData as BatchRules
const ruleset = createRuleset(model, lexicons, maxResults)
const answerOne = table === undefined ? answerLine : tableAnswerer(table)

/** @param questions cells joined by CELL_END or, for NDJSON, JSON of operation and fields */
export function answerAll(questions: readonly string[]): readonly BatchAnswer[] {
  return questions.map(answerOne)
}

function tableAnswerer({ op, columns, population }: NonNullable<BatchRules['table']>) {
  const fieldsOf = createRowQuestion(model, op, columns, population)
  const id = OPERATION_IDS[op]
  // Reasons also tell the viability, which is asked of genotyped animals only.
  const isExplained = op === 'coat' && population === undefined
  const blanks = ','.repeat(ANSWER_COLUMNS[op].length)
  return (question: string): BatchAnswer =>
    guarded(
      () => {
        const fields = fieldsOf(question.split(CELL_END))
        const body = isExplained ? explained(id, fields) : bodyOf(id, fields)
        return `${csvText(answerCells(op, body))},`
      },
      ({ message }) => `${blanks}${csvText([message])}`,
    )
}

function answerLine(question: string): BatchAnswer {
  const [op, fields] = JSON.parse(question) as readonly [string, Fields]
  return guarded(
    () => `"status":200,"body":${boundedJson(bodyOf(op, fields))}`,
    (error) => `"status":${error.status},"body":${JSON.stringify(errorBody(error))}`,
  )
}

function guarded(answer: () => string, refuse: (error: ClientError) => string): BatchAnswer {
  try {
    return { kind: 'answer', text: answer() }
  } catch (error) {
    if (error instanceof ClientError) return { kind: 'fault', text: refuse(error) }
    return { kind: 'bug', text: refuse(internalError()) }
  }
}

/** With reasons, where the animal can have them: those that cannot are told why by the answer without. */
function explained(id: string, fields: Fields): unknown {
  try {
    return bodyOf(id, { ...fields, explain: true })
  } catch (error) {
    if (error instanceof ClientError && error.details?.field === 'explain') return bodyOf(id, fields)
    throw error
  }
}

function bodyOf(id: string, fields: Fields): unknown {
  const operation = operationOf(id)
  return wholeBody(ask(operation, ruleset, operation.decode(fields), language))
}

function boundedJson(body: unknown): string {
  const text = JSON.stringify(body)
  if (text.length <= MAX_ANSWER_LENGTH) return text
  const message =
    `The answer to this line exceeds ${MAX_ANSWER_LENGTH} bytes, the limit within a batch: ` +
    'ask for fewer results with limit or group_by, or send the question by itself'
  throw new ClientError('RESULT_TOO_LARGE', message)
}
