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
  readonly fam?: string
  readonly duos?: boolean
  readonly maxFaults?: number
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
    .option('--fam <file>', 'check: the pedigree, as a PLINK .fam file; --in adds colours and genes')
    .option('--duos', 'check: also foals with one recorded parent')
    .option('--max-faults <n>', 'check: list at most n faults (default: 100000)', readMaxFaults)
    .action(action(batch))
}

function readWorkers(text: string): number {
  const count = Number(text)
  if (/^\d{1,2}$/.test(text) && count >= 1 && count <= MAX_WORKERS) return count
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_WORKERS}.`)
}

function readMaxFaults(text: string): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 1 to 99999999.')
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
  if (op === 'check') {
    refuseForCheck(options, format)
    const { checkStudbook } = await import('./check/check.js')
    const fam = options.fam === undefined ? undefined : openInput(options.fam)
    const { duos: withDuos = false, maxFaults = DEFAULT_MAX_FAULTS } = options
    const checked = await checkStudbook(openInput(options.in), fam, ruleset, {
      out,
      mapping,
      language,
      withDuos,
      maxFaults,
    })
    if (strict && checked.faults > 0) process.exitCode = HAS_FAULTS
    return { remarks: checked.remarks }
  }
  const stray = (['fam', 'duos', 'maxFaults'] as const).find((name) => options[name] !== undefined)
  if (stray !== undefined)
    throw new Refusal(`error: --${stray === 'maxFaults' ? 'max-faults' : stray} goes with --op check only`)
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

const DEFAULT_MAX_FAULTS = 100_000

/** Parents may stand after their foals, so that the whole studbook is read before anything is written. */
function refuseForCheck({ in: file, out, population }: BatchOptions, format: string): void {
  if (file === '-') throw new Refusal('error: --op check reads a file: name it with --in')
  if (out === '-') throw new Refusal('error: --op check writes a folder with four tables: name it with --out')
  if (format === 'ndjson') throw new Refusal('error: --op check reads a table: CSV, or a .fam file and CSV')
  if (population !== undefined)
    throw new Refusal(
      'error: --population does not go with --op check, which asks what is possible, however rare',
    )
}
