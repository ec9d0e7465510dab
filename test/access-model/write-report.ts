/**
 * The long run against the oracle: 2 000 histories of each store, or as many as the first word says.
 * Takes some minutes, so it is a command of its own; writes test/access-model/report.md and exits 1 where a store
 * parts from the oracle, with the history that shows it.
 */
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { needsRedis } from '../stores/redis-server.js'
import { contenders, type Contender } from './benches.js'
import { play, type Tally } from './play.js'
import { redisContender } from './redis-bench.js'
import { START, stepsOf } from './steps.js'

const RUNS = Number(process.argv[2] ?? 2_000)

interface Outcome {
  readonly name: string
  readonly tally: Tally
  readonly runs: number
  readonly seed: number
  readonly seconds: number
  /** Empty: none. */
  readonly divergence: string
}

async function run(contender: Contender): Promise<Outcome> {
  const started = performance.now()
  const tally: Tally = new Map()
  const property = fc.asyncProperty(START, stepsOf(contender.goesBack), (start, steps) =>
    play(contender, start, steps, tally),
  )
  const details = await fc.check(property, { numRuns: RUNS })
  return {
    name: contender.name,
    tally,
    runs: details.numRuns,
    seed: details.seed,
    seconds: Math.round((performance.now() - started) / 1_000),
    divergence: details.failed ? ((await fc.asyncDefaultReportMessage(details)) ?? 'failed') : '',
  }
}

// The test framework, which ends servers when all is done, would give up much earlier.
t.setTimeout(3_600_000)

const outcomes: Outcome[] = []
for (const contender of contenders) outcomes.push(await run(contender))
if (needsRedis().skip === false) outcomes.push(await run(await redisContender(t)))

const cells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`
const rows = [...new Set(outcomes.flatMap(({ tally }) => [...tally.keys()]))].sort()
writeFileSync(
  new URL('../../../test/access-model/report.md', import.meta.url),
  `# Keys, calls and clocks against the oracle

Random histories of calls, clock steps and changes of keys, played on each store and on the oracle of \`oracle.ts\`; every
answer, every usage after every step, and the whole ledger at the end are compared. Written by \`npm run model:access\`; not
edited by hand.

${cells(['store', 'histories', 'divergences', 'seed', 'seconds'])}
|---|---|---|---|---|
${outcomes.map((one) => cells([one.name, one.runs, one.divergence === '' ? 0 : 1, one.seed, one.seconds])).join('\n')}

What they met, how often:

${cells(['', ...outcomes.map(({ name }) => name)])}
|---|${'---|'.repeat(outcomes.length)}
${rows.map((row) => cells([row, ...outcomes.map(({ tally }) => tally.get(row) ?? 0)])).join('\n')}
`,
)
for (const { name, divergence } of outcomes) {
  process.stdout.write(`${name}: ${divergence === '' ? 'no divergence' : divergence}\n`)
  if (divergence !== '') process.exitCode = 1
}
