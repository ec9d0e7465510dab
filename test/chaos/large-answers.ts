/**
 * `npm run chaos:large`: the worst listed cross asked for by readers of 1 KB/s, and by ten clients at once, while
 * single coats are asked for 50 times a second.
 * Guarantees: writes test/chaos/large-answers-report.md; exit code 1 when a promise is broken.
 * Leaves to others: that the bytes are right (test/http/large-answers.test.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { worstCross } from '../support/questions.js'
import { quantile } from '../process/clients.js'
import { startRobe, storeWithKey, until } from '../process/robe.js'
import { askGreedily } from './greedy-clients.js'
import { askWorst, readSlowly } from './large-readers.js'
import { startLoad, type Call } from './load.js'

const REPORT = fileURLToPath(new URL('../../../test/chaos/large-answers-report.md', import.meta.url))
const COAT = JSON.stringify({ base: { extension: ['E', 'e'], agouti: ['A', 'a'] } })
const PER_SECOND = 50

const SLOW_READERS = 5
const CUT_AFTER_SECONDS = { least: 59, most: 63 }
/** While five answers of 13 MB wait for their readers; a fifth of one of them. */
const MOST_GROWTH_MB = 16

const GREEDY_CLIENTS = 10
const GREEDY_SECONDS = 20
const MOST_P99_MS = 60

const lines: string[] = []

t.setTimeout(300_000)

t.test('slow readers', { timeout: 150_000 }, async (t) => {
  const { url, key, megabytes, crosses } = await serve(t)
  const alone = await coatsDuring(url, key, () => delay(10_000))
  await askWorst(url, key)
  const readers = Array.from({ length: SLOW_READERS }, () => readSlowly(url, key, 1024))
  const bySecond: number[] = []
  const watching = setInterval(() => bySecond.push(megabytes()), 1_000)
  const beside = await coatsDuring(url, key, () =>
    until('every reader is cut', () => crosses().length === 1 + SLOW_READERS),
  )
  clearInterval(watching)
  for (const end of readers) end()
  // Where it stood once they all waited, between two collections: a single look could fall right after one.
  const before = Math.max(...bySecond.slice(4, 15))
  const most = Math.max(...bySecond.slice(4))
  const [, ...cut] = crosses()
  const seconds = cut.map(({ milliseconds }) => milliseconds / 1000)

  t.ok(Math.min(...seconds) > CUT_AFTER_SECONDS.least, `cut after ${Math.min(...seconds)} s`)
  t.ok(Math.max(...seconds) < CUT_AFTER_SECONDS.most, `cut after ${Math.max(...seconds)} s`)
  t.ok(
    cut.every(({ whole }) => !whole),
    'the log tells that the answers are not whole',
  )
  t.ok(most - before < MOST_GROWTH_MB, `${most - before} MB more`)
  t.same(refused(beside), [], 'nobody else is refused')
  t.ok(p99(beside) < MOST_P99_MS, `p99 ${p99(beside)} ms`)
  lines.push(
    `| ${SLOW_READERS} readers of 1 KB/s | cut after ${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} s | at most ${(most - before).toFixed(1)} MB more than in the first 15 s | ${beside.length} coats, none refused; p99 ${p99(beside).toFixed(1)} ms, alone ${p99(alone).toFixed(1)} ms |`,
  )
})

t.test('ten clients that ask for worst crosses', { timeout: 120_000 }, async (t) => {
  const { url, key, megabytes } = await serve(t)
  await coatsDuring(url, key, () => askWorst(url, key))
  let statuses: readonly number[] = []
  const coats = await coatsDuring(url, key, async () => {
    statuses = await askGreedily(url, key, GREEDY_CLIENTS, GREEDY_SECONDS)
  })
  const count = (status: number): number => statuses.filter((each) => each === status).length

  t.ok(p99(coats) <= MOST_P99_MS, `p99 ${p99(coats)} ms`)
  t.same(refused(coats), [], 'no coat is refused')
  t.equal(count(200) + count(503), statuses.length, 'a cross is answered or told to wait')
  t.ok(count(200) > 0)
  lines.push(
    `| ${GREEDY_CLIENTS} clients, ${GREEDY_SECONDS} s | ${count(200)} worst crosses answered, ${count(503)} told to wait | ${megabytes().toFixed(0)} MB in all | ${coats.length} coats, none refused; p99 ${p99(coats).toFixed(1)} ms |`,
  )
  writeFileSync(
    REPORT,
    [
      '# Large answers, slow readers and greedy ones',
      '',
      `Written by \`npm run chaos:large\`: the worst listed cross (${JSON.stringify(worstCross().body.length)} bytes of question, 46 656 rows), and ${PER_SECOND} single coats a second beside it.`,
      `Node ${process.version}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end.`,
      '',
      '| who asks | what comes of it | memory | single coats beside it |',
      '|---|---|---|---|',
      ...lines,
      '',
    ].join('\n'),
  )
})

interface AccessLine {
  readonly whole: boolean
  readonly milliseconds: number
}

interface Served {
  readonly url: string
  readonly key: string
  /** What the server holds in memory now. */
  readonly megabytes: () => number
  /** Its access lines of crosses, so far. */
  readonly crosses: () => readonly AccessLine[]
}

async function serve(t: Test): Promise<Served> {
  const store = `sqlite:${join(t.testdir({}), 'robe.db')}`
  const key = await storeWithKey(store, 'premium')
  const { url, pid, out } = await startRobe(t, { STORE: store, LOG_LEVEL: 'info' })
  const megabytes = (): number =>
    Number(/VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024
  const crosses = (): readonly AccessLine[] =>
    out()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}') && line.includes('/coats/generateChild'))
      .map((line) => JSON.parse(line) as AccessLine)
  return { url, key, megabytes, crosses }
}

/** Asks for single coats for as long as the work takes. */
async function coatsDuring(url: string, key: string, work: () => Promise<unknown>): Promise<readonly Call[]> {
  const stop = startLoad(url, key, PER_SECOND, COAT)
  await work()
  return stop()
}

const refused = (calls: readonly Call[]): readonly Call[] => calls.filter(({ status }) => status !== 200)

const p99 = (calls: readonly Call[]): number =>
  quantile(
    calls.map(({ took }) => took).sort((one, other) => one - other),
    0.99,
  )
