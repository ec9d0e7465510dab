/**
 * `robe batch`: one question of the API per row, for herds and studbooks.
 * Guarantees: a row that cannot be answered is a fault in its place and stops nothing; exit code 3 with --strict and faults, 1 where
 * the batch itself failed, in which case its file does not appear.
 */
import { availableParallelism } from 'node:os'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { action, Refusal, type Report } from '../report.js'
import { languageOf, openDefaultRuleset, TERMINALS } from '../rules/open-rules.js'
import type { BatchOp } from './columns/row-question.js'

interface BatchOptions {
  readonly op?: BatchOp | 'check'
  readonly in: string
  readonly out: string
  readonly format?: 'csv' | 'ndjson'
  readonly columns?: string
  readonly population?: string
  readonly workers: number
  readonly lang?: string
  readonly strict?: boolean
}

const OPS = ['coat', 'cross', 'infer', 'report', 'check']
const MAX_WORKERS = 64

export function registerBatch(program: Command): void {
  program
    .command('batch')
    .description('answer one question per row of a table or of NDJSON lines; or check a studbook')
    .addOption(new Option('--op <operation>', 'what to ask of each row').choices(OPS))
    .option('--in <file>', 'CSV or NDJSON; - for standard input', '-')
    .option('--out <file>', 'the answers; - for standard output; a folder for check', '-')
    .addOption(
      new Option('--format <format>', 'by default ndjson for .ndjson and .jsonl, otherwise csv').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option('--columns <mapping.yaml>', 'what the headers of a table mean')
    .option('--population <name>', 'genes that were not tested are estimated by this population')
    .option('--workers <n>', 'threads that compute', readWorkers, Math.max(availableParallelism() - 1, 1))
    .option('--lang <code>', `language of the answers; ${TERMINALS}, but not for NDJSON`)
    .option('--strict', 'exit with code 3 if there are faults')
    .action(action(batch))
}

function readWorkers(text: string): number {
  const count = Number(text)
  if (/^\d{1,2}$/.test(text) && count >= 1 && count <= MAX_WORKERS) return count
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_WORKERS}.`)
}

/** The code that tells faults of rows from a batch that failed. */
const HAS_FAULTS = 3

async function batch(options: BatchOptions): Promise<Report> {
  const { op, out, workers, population, strict = false } = options
  const format = options.format ?? (/\.(ndjson|jsonl)$/.test(options.in) ? 'ndjson' : 'csv')
  if (format === 'ndjson' && options.columns !== undefined)
    throw new Refusal('error: --columns names the columns of a table: NDJSON has none')
  const { readMapping } = await import('./columns/mapping.js')
  const mapping = readMapping(options.columns)
  const { openInput } = await import('./input/open-input.js')
  const { ruleset } = await openDefaultRuleset()
  const json = format === 'ndjson'
  const language = languageOf(
    ruleset.languages,
    options.lang === undefined ? { json } : { json, lang: options.lang },
  )
  if (op === 'check') throw new Refusal('error: --op check is not there yet')
  const { batchRows } = await import('./rows.js')
  const { counts, remarks } = await batchRows(openInput(options.in), ruleset, {
    op,
    out,
    format,
    mapping,
    population,
    workers,
    language,
  })
  if (strict && counts.faults > 0) process.exitCode = HAS_FAULTS
  return { remarks, failed: counts.bugs > 0 }
}
