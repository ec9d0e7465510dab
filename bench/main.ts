/**
 * `npm run bench -- [--smoke] [--rounds=4] [--profile] [P1 P4 …]`: measures Robe against its peers, row by row, and prints the tables.
 * `GROWTH` draws the growth curves.
 * Guarantees: a whole run writes bench/results.md, bench/figures.md and bench/growth.svg; any shorter run only prints.
 * A row that fails is told as not measured, and the exit code is 1.
 * Leaves to others: measuring (rows/), each row in its own process (row-process.ts).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { ROOT } from './http/children.js'
import { describeMachine } from './machine.js'
import { figuresPage, resultsPage, terminalText, type MeasuredRow } from './report.js'
import { FULL, notMeasured, SMOKE, type Effort, type Figure, type Row } from './row.js'
import { ROWS } from './rows/index.js'

const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('--'))
const wanted = words.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase())
const FLAG = /^--(smoke|profile|rounds=[1-9][0-9]?)$/
const unknown = [
  ...flags.filter((flag) => !FLAG.test(flag)),
  ...wanted.filter((id) => !ROWS.some((row) => row.id === id)),
]
if (unknown.length > 0) {
  process.stderr.write(
    `unknown: ${unknown.join(' ')}. Expected --smoke, --profile, --rounds=1 to 99, and rows of: ${ROWS.map((row) => row.id).join(' ')}\n`,
  )
  process.exit(1)
}

const rounds = Number(flags.find((flag) => flag.startsWith('--rounds='))?.split('=')[1] ?? 0)
const effort: Effort = {
  ...(flags.includes('--smoke') ? SMOKE : FULL),
  ...(rounds > 0 ? { pairs: rounds, rounds } : {}),
  profile: flags.includes('--profile'),
}
const isWhole = !effort.smoke && rounds === 0 && wanted.length === 0
const chart = join(ROOT, 'bench/growth.svg')
const machine = describeMachine()
process.stdout.write(
  `${machine.lines.map(([name, value]) => `${name}: ${value}`).join('; ')}; commit: ${machine.commit}\n\n`,
)
const chosen = ROWS.filter((row) => wanted.length === 0 || wanted.includes(row.id))
const measured: MeasuredRow[] = []
const waiting = [...chosen]
// A smoke run measures nothing worth believing, so its rows need not be alone on the machine.
await Promise.all(Array.from({ length: effort.smoke ? 2 : 1 }, runWaiting))
if (isWhole) {
  writeFileSync(join(ROOT, 'bench/results.md'), resultsPage(measured, machine))
  writeFileSync(join(ROOT, 'bench/figures.md'), figuresPage(measured, machine))
  process.stdout.write('written: bench/results.md and bench/figures.md\n')
}

async function runWaiting(): Promise<void> {
  for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
    const done = await runRow(row)
    measured.push(done)
    process.stdout.write(`${terminalText([done])}\n`)
  }
}

async function runRow(row: Row): Promise<MeasuredRow> {
  const started = performance.now()
  const child = fork(
    fileURLToPath(new URL('./row-process.js', import.meta.url)),
    [row.id, JSON.stringify(isWhole || wanted.includes('GROWTH') ? { ...effort, chart } : effort)],
    { execArgv: ['--expose-gc'] },
  )
  let figures: readonly Figure[] | undefined
  child.on('message', (message: { readonly figures: readonly Figure[] }) => (figures = message.figures))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (figures === undefined) {
    process.exitCode = 1
    figures = [notMeasured('the whole row', `it failed (exit code ${code}), see above`)]
  }
  return { row, figures, seconds: (performance.now() - started) / 1000 }
}
