/**
 * `robe batch` of questions that stand alone: opens the rules, the input and its format, runs the rows through worker threads.
 */
import type { ThreadPool } from '../../service/threads/pool.js'
import { usualPopulation } from '../../operations/read/population/population.js'
import { operationOf, OPERATIONS } from '../../operations/registry.js'
import type { Ruleset } from '../../operations/ruleset.js'
import { Refusal } from '../report.js'
import type { BatchRules } from './answers/answer-thread.js'
import type { BatchAnswer } from './answers/answerer.js'
import { ANSWER_COLUMNS, csvText } from './answers/csv-answer.js'
import { COMMON_COLUMNS } from './columns/columns.js'
import type { Mapping } from './columns/mapping.js'
import { columnsOf, OPERATION_IDS, type BatchOp } from './columns/row-question.js'
import { beginning } from './input/beginning.js'
import { createRowReader, openTable } from './input/csv-format.js'
import { ndjsonFormat } from './input/ndjson-format.js'
import type { Input } from './input/open-input.js'
import { openOutput } from './output.js'
import { showProgress, type Counts } from './progress.js'
import type { Format } from './row.js'
import { runBatch } from './run.js'

export interface RowsOptions {
  /** Undefined for NDJSON whose lines name theirs. */
  readonly op: BatchOp | undefined
  readonly out: string
  readonly format: 'csv' | 'ndjson'
  readonly mapping: Mapping
  readonly population: string | undefined
  readonly workers: number
  readonly language: string
}

/** Runs the batch. Rejects with Refusal, or with why it failed; then no file appears. */
export async function batchRows(input: Input, ruleset: Ruleset, options: RowsOptions) {
  const { op, out, workers, language } = options
  if (op !== undefined && !OPERATIONS.some(({ id }) => id === OPERATION_IDS[op]))
    throw new Refusal(
      `error: --op ${op}: unknown operation ${OPERATION_IDS[op]}: this version of robe has none`,
    )
  const { format, table, chunks, remarks } = await openRows(input, ruleset, options)
  const { model, lexicons, maxResults } = ruleset
  const pool = await poolOf({ model, lexicons, maxResults, language, table }, workers)
  const counts: Counts = { rows: 0, faults: 0, bugs: 0, computed: 0 }
  const progress = showProgress(counts, input.bytesRead, input.size)
  try {
    const output = await openOutput(out)
    const piscina = await pool.pool()
    const answer = (questions: readonly string[]): Promise<readonly BatchAnswer[]> =>
      piscina.run(questions) as Promise<readonly BatchAnswer[]>
    try {
      await runBatch(chunks, { format, answer, workers, output, stop: input.stop, counts })
      await output.finish()
    } catch (error) {
      await output.discard()
      throw error
    }
  } finally {
    remarks.push(progress.end())
    await pool.close()
  }
  return { counts, remarks }
}

/** The format of the rows, and the chunks of text that it reads. Rejects with Refusal. */
export async function openRows(
  input: Pick<Input, 'chunks'>,
  ruleset: Ruleset,
  options: Pick<RowsOptions, 'op' | 'format' | 'mapping' | 'population'>,
) {
  return options.format === 'ndjson' ? lines(input, options.op) : tableRows(input, ruleset, options)
}

function lines(input: Pick<Input, 'chunks'>, op: BatchOp | undefined) {
  const format = ndjsonFormat(op === undefined ? undefined : operationOf(OPERATION_IDS[op]).id)
  return { format, table: undefined, chunks: input.chunks, remarks: [] as string[] }
}

async function tableRows(
  input: Pick<Input, 'chunks'>,
  { model }: Ruleset,
  { op, mapping, population }: Pick<RowsOptions, 'op' | 'mapping' | 'population'>,
) {
  if (op === undefined)
    throw new Refusal(
      `error: --op is required for a table: ${Object.keys(OPERATION_IDS).join(', ')} or check`,
    )
  const asked = columnsOf(model, op)
  const table = openTable(await beginning(input.chunks), [...new Set([...COMMON_COLUMNS, ...asked])], mapping)
  const { places, unread } = table.columns
  if (!asked.some((column) => places.has(column) && column !== 'sex'))
    throw new Refusal(
      `error: --op ${op} reads none of the columns ${[...places.keys()].join(', ')}: expected ${asked.join(', ')}`,
    )
  const used = asked.filter((column) => places.has(column))
  const columns = ANSWER_COLUMNS[op]
  const rowOf = createRowReader(table, used, ','.repeat(columns.length), mapping)
  let pending = table.first
  const format: Format = {
    header: `${csvText(['line', 'id', ...columns, 'fault'])}\n`,
    read: (text, isLast) => {
      const records = [...pending, ...(text === '' && !isLast ? [] : table.read(text, isLast))]
      pending = []
      return records.map(rowOf)
    },
    end: '\n',
  }
  // The first chunk has been read with the header; its rows come with an empty one.
  const chunks = afterFirst(input.chunks)
  const remarks = unread.length === 0 ? [] : [`columns that are not read: ${unread.join(', ')}`]
  const usual = population ?? (op === 'infer' ? (usualPopulation(model) ?? 'none') : undefined)
  return { format, table: { op, columns: used, population: usual }, chunks, remarks }
}

async function* afterFirst(chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  yield ''
  yield* chunks
}

async function poolOf(rules: BatchRules, workers: number): Promise<ThreadPool> {
  const { ThreadPool: Pool } = await import('../../service/threads/pool.js')
  return new Pool({
    filename: new URL('./answers/answer-thread.js', import.meta.url).href,
    name: 'answerAll',
    workerData: rules,
    maxThreads: workers,
    minThreads: workers,
    maxQueue: Infinity,
    // The flags of this process, whose paths may be relative, are not for its threads.
    execArgv: [],
  })
}
