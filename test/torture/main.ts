/**
 * `npm run torture -- [parts…] [--minutes 34.5] [--seed 1] [--smoke] [--out FILE]`: does its worst to real servers, part
 * by part, and holds what it sees against what is promised.
 * Guarantees: bounded in time; a whole run writes build/reliability-report.md, any other one writes to `--out` or to the
 * terminal; a part that fails or does not end is a broken promise; exit code 1 when a promise is broken.
 * Leaves to others: the parts (parts.ts), the page (report.ts).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROOT } from '../support/children.js'
import { describeMachine } from '../support/machine.js'
import type { Section } from './part.js'
import { PARTS, type ListedPart } from './parts.js'
import { brokenPromises, reportPage } from './report.js'

const WHOLE_MINUTES = 34.5
const SMOKE_MINUTES = 1
/** How much longer than its share a part may take before it is given up: slow machines, starts of servers. */
const PATIENCE = { factor: 3, seconds: 90 }

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const minutes = Number(values.minutes ?? (values.smoke ? SMOKE_MINUTES : WHOLE_MINUTES))
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0 || !(minutes > 0) || !Number.isSafeInteger(seed)) {
  const names = PARTS.map(({ name }) => name).join(' ')
  process.stderr.write(
    `Expected parts of: ${names}; --minutes above 0; --seed a whole number; --smoke; --out FILE\n`,
  )
  process.exit(1)
}

const chosen = PARTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const shares = chosen.reduce((sum, { share }) => sum + share, 0)
const machine = describeMachine()
process.stdout.write(`seed ${seed}, ${minutes} minutes: ${chosen.map(({ name }) => name).join(' ')}\n`)
const began = performance.now()
const sections: Section[] = []
for (const part of chosen) {
  process.stdout.write(`${part.name} …\n`)
  const section = await run(part, (60 * minutes * part.share) / shares)
  sections.push(section)
  for (const { promise, measured, held } of section.findings)
    process.stdout.write(`  ${held ? 'held    ' : 'NOT held'}  ${promise}: ${measured}\n`)
}

const page = reportPage({
  machine,
  seed,
  minutes: (performance.now() - began) / 60_000,
  words: process.argv.slice(2).join(' '),
  sections,
})
const isWhole = wanted.length === 0 && !values.smoke
const path = values.out ?? (isWhole ? join(ROOT, 'build/reliability-report.md') : undefined)
if (path === undefined) process.stdout.write(`\n${page}`)
else {
  writeFileSync(path, page)
  process.stdout.write(`written: ${path}\n`)
}
// A part that was given up may still hold servers; they end with this process.
process.exit(brokenPromises(sections).length > 0 ? 1 : 0)

async function run(part: ListedPart, seconds: number): Promise<Section> {
  const failed = (measured: string): Section => ({
    title: `The part \`${part.name}\``,
    findings: [{ promise: 'runs to its end', measured, held: false }],
  })
  const most = PATIENCE.factor * seconds + PATIENCE.seconds
  const ran = part
    .load()
    .then((start) => start({ seconds, seed }))
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
      return failed(error instanceof Error ? error.message : String(error))
    })
  return Promise.race([
    ran,
    delay(1000 * most, undefined, { ref: false }).then(() => failed(`not ended after ${most.toFixed(0)} s`)),
  ])
}
