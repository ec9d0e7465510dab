/**
 * `npm run bench -- [--smoke] [--rounds=4] [P1 P9 …]`: measures Robe against its peers, row by row, and prints the figures.
 * Guarantees: a run at full effort updates its rows in bench/results.md; a shorter one only prints. A row that fails
 * keeps the figures it had, and the exit code is 1. Each row runs in its own process.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../test/support/children.js'
import { describeMachine } from '../test/support/machine.js'
import { resultsPage, terminalText, type MeasuredRow } from './report.js'
import { FULL, SMOKE, type Effort, type Figure, type Row } from './row.js'
import { ROWS } from './rows/index.js'

const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('--'))
const wanted = words.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase())
const unknown = [
  ...flags.filter((flag) => !/^--(smoke|rounds=[1-9][0-9]?)$/.test(flag)),
  ...wanted.filter((id) => !ROWS.some((row) => row.id === id)),
]
if (unknown.length > 0) {
  const ids = ROWS.map(({ id }) => id).join(' ')
  process.stderr.write(
    `Unknown: ${unknown.join(' ')}. Expected --smoke, --rounds=1 to 99, and rows of: ${ids}\n`,
  )
  process.exit(1)
}

const rounds = Number(flags.find((flag) => flag.startsWith('--rounds='))?.split('=')[1] ?? 0)
const effort: Effort = {
  ...(flags.includes('--smoke') ? SMOKE : FULL),
  ...(rounds > 0 ? { pairs: rounds, rounds } : {}),
}
const machine = describeMachine()
process.stdout.write(`${machine.lines.map(([name, value]) => `${name}: ${value}`).join('; ')}\n\n`)
const measured: MeasuredRow[] = []
const waiting = ROWS.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
// A smoke run proves that rows work, so they need not be alone on the machine.
await Promise.all(Array.from({ length: effort.smoke ? 2 : 1 }, runWaiting))
if (!effort.smoke && rounds === 0) {
  const path = join(ROOT, 'bench/results.md')
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  writeFileSync(path, resultsPage(ROWS, measured, machine, before))
  process.stdout.write(`Written: ${path}\n`)
} else if (effort.smoke)
  process.stdout.write('A smoke run only proves that rows run: its figures mean nothing.\n')

async function runWaiting(): Promise<void> {
  for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
    const figures = await figuresOf(row)
    if (figures === undefined) continue
    measured.push({ row, figures })
    process.stdout.write(`${terminalText({ row, figures })}\n`)
  }
}

async function figuresOf({ id }: Row): Promise<readonly Figure[] | undefined> {
  const script = fileURLToPath(new URL('./row-process.js', import.meta.url))
  const child = fork(script, [id, JSON.stringify(effort)], { execArgv: ['--expose-gc'] })
  let figures: readonly Figure[] | undefined
  child.on('message', (message: { readonly figures: readonly Figure[] }) => (figures = message.figures))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (figures === undefined) {
    process.exitCode = 1
    process.stderr.write(`${id} failed with exit code ${code}\n\n`)
  }
  return figures
}
