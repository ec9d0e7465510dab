/**
 * Fuzzing: requests in every encoding, sound and spoiled at each level, and bytes that are no request at all.
 * Holds the answers against the served document, and the process against what it was before: alive, the same memory, the
 * same connections, no defect in its log. A case is told by its number: the same seed and number send it again.
 */
import { join } from 'node:path'
import { temporaryFolder } from '../../bench/http/children.js'
import { servedConformance } from '../contract/conformance.js'
import { HORSE } from '../process/horse.js'
import { until } from '../process/robe.js'
import { within, type Scope } from '../process/scope.js'
import { createSender } from './fuzz-client.js'
import { FAULTS } from './fuzz-judge.js'
import { makeKeys, type Secrets } from './fuzz-keys.js'
import { emptyRun, runCases, runRawCases, type FuzzRun } from './fuzz-run.js'
import { vocabularyOf } from './fuzz-vocabulary.js'
import type { Finding, Part, Section } from './part.js'
import { sayNothingMore } from './raw-client.js'
import { startWatched, type WatchedServer } from './watched-server.js'

const LANES = 48
const RAW_LANES = 64

/** Of the time: what comes before memory is first looked at, what comes after, raw bytes. */
const SHARES = { warmUp: 0.25, cases: 0.45, raw: 0.2 }

/**
 * What may be left of so many requests beside the memories, which are bounded and tell their own size: 100 bytes that
 * each request left behind would be five times as much in a whole run.
 */
const MOST_GROWTH_MIB = 4

/** The parser's own limit is 15 s, looked at once a second. */
const LONGEST_SILENCE_MS = 17_000
const MANY_SECONDS = 60

export const fuzz: Part = (options) => within((scope) => run(scope, options.seconds, options.seed))

async function run(scope: Scope, seconds: number, seed: number): Promise<Section> {
  const store = `sqlite:${join(temporaryFolder(), 'robe.db')}`
  const secrets = await makeKeys(store)
  const server = await startWatched(scope, { STORE: store })
  const { port } = server
  const { document, ...contract } = await servedConformance(server.url)
  const words = vocabularyOf(document)
  const sender = createSender(port, LANES, secrets)
  const tools = { words, sender, contract }
  const socketsBefore = server.sockets()
  const sane = await askSane(server, secrets)
  const silent =
    seconds < MANY_SECONDS
      ? []
      : halves(secrets).map((half) => sayNothingMore(port, half, 2 * LONGEST_SILENCE_MS))

  const cases = emptyRun()
  const began = performance.now()
  const ms = (share: number): number => 1000 * seconds * share
  const middle = await runCases(cases, seed, 0, tools, { lanes: LANES, milliseconds: ms(SHARES.warmUp) })
  const before = await outsideMemories(server)
  const sentBefore = cases.sent
  await runCases(cases, seed, middle, tools, { lanes: LANES, milliseconds: ms(SHARES.cases) })
  const took = (performance.now() - began) / 1000
  const charged = await usage(server, secrets)
  const after = await outsideMemories(server)

  const raw = emptyRun()
  await runRawCases(raw, seed, 0, { port, secrets }, { lanes: RAW_LANES, milliseconds: ms(SHARES.raw) })
  sender.end()
  const cutAfter = await Promise.all(silent)
  const smuggled = await chargedTo(server, secrets.smuggled)
  // Ours go when their end has been read; a server that keeps one keeps it for ever.
  const isFree = await until('all connections are closed', () => server.sockets() <= socketsBefore + 1).then(
    () => true,
    () => false,
  )
  const again = await askSane(server, secrets)
  const failures = await server.metric('robe_requests_total', /status="50[0-24-9]"/)
  const isAlive = server.isAlive()
  const { code } = await server.stop()
  const defects = server
    .out()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))

  const rate = cases.sent / took
  const count = (kind: string): number => (cases.counts.get(kind) ?? 0) + (raw.counts.get(kind) ?? 0)
  const none = (promise: string, kind: string): Finding => ({
    promise,
    measured: String(count(kind)),
    held: count(kind) === 0,
  })
  const growth = after - before
  return {
    title: 'Fuzzed requests',
    findings: [
      none('no 5xx but the 503 that says when to come again', FAULTS[0]),
      none('no answer breaks the served contract (status, headers, media type, body)', FAULTS[1]),
      none('no result without a key that may have it', FAULTS[2]),
      none('no secret, stack or file name in an answer', FAULTS[3]),
      none('every request gets an answer in 20 s, every client that has finished an end in 10 s', 'hang'),
      none('no request is cut off before its answer', 'cut'),
      none('a slow request is answered like any other', 'a slow request without its answer'),
      {
        promise: 'what is smuggled behind another request reaches nobody',
        measured: `${smuggled} of its calls charged`,
        held: smuggled === 0,
      },
      ...(cutAfter.length === 0 ? [] : [cutFinding(cutAfter)]),
      {
        promise: 'charged is what was answered after admission',
        measured: `${charged} charged, ${cases.charged} answered`,
        held: charged === cases.charged,
      },
      {
        promise: `memory beside the bounded memories grows by at most ${MOST_GROWTH_MIB} MiB`,
        measured: `${growth.toFixed(1)} MiB after ${cases.sent - sentBefore} requests, from ${before.toFixed(1)} MiB`,
        held: growth <= MOST_GROWTH_MIB,
      },
      {
        promise: 'all connections are given back',
        measured: `${isFree ? 'all' : 'not all'} closed`,
        held: isFree,
      },
      {
        promise: 'no defect in the log or in the metrics',
        measured: `${defects.length} lines, ${Number.isNaN(failures) ? 0 : failures} counted`,
        held: defects.length === 0 && !(failures > 0),
      },
      {
        promise: 'the same process answers the same question as before, and ends well',
        measured: `alive: ${isAlive}, same answer: ${again === sane}, exit code ${code}`,
        held: isAlive && again === sane && code === 0,
      },
    ],
    notes: [
      `Seed ${seed}. ${cases.sent} requests by HTTP, ${rate.toFixed(0)} a second (${statusText(cases)}; ${cases.comeAgain} told to come again), and ${raw.sent} connections with raw bytes (${statusText(raw)}).`,
      ...shownNotes(cases, raw),
      ...defects.slice(0, 5).map((line) => `Log: \`${line.slice(0, 500)}\``),
    ],
  }
}

function halves({ good }: Secrets): readonly string[] {
  const head = `POST /coats/result HTTP/1.1\r\nHost: x\r\nX-API-Key: ${good}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`
  return ['P', head.slice(0, 40), head.slice(0, -2), head, head + HORSE].flatMap((half) => [
    half,
    half,
    half,
    half,
  ])
}

function cutFinding(cutAfter: readonly number[]): Finding {
  const [least, most] = [Math.min(...cutAfter) / 1000, Math.max(...cutAfter) / 1000]
  return {
    promise: `half a request is cut off within ${LONGEST_SILENCE_MS / 1000} s`,
    measured: `${cutAfter.length} cut after ${least.toFixed(1)} to ${most.toFixed(1)} s`,
    held: most * 1000 <= LONGEST_SILENCE_MS,
  }
}

async function askSane({ url }: WatchedServer, { good }: Secrets): Promise<string> {
  const headers = { 'X-API-Key': good, 'Content-Type': 'application/json' }
  return await (await fetch(`${url}/coats/result`, { method: 'POST', headers, body: HORSE })).text()
}

/** What everybody was charged, without the question of `askSane`. */
async function usage(server: WatchedServer, { good, limited, narrow }: Secrets): Promise<number> {
  const all = await Promise.all([good, limited, narrow].map((key) => chargedTo(server, key)))
  return all.reduce((sum, each) => sum + each, -1)
}

async function chargedTo({ url }: WatchedServer, key: string): Promise<number> {
  const response = await fetch(`${url}/coats/api-info`, { headers: { 'X-API-Key': key } })
  return ((await response.json()) as { monthly_usage: number }).monthly_usage
}

/** MiB in use that no memory of finished work accounts for. */
async function outsideMemories(server: WatchedServer): Promise<number> {
  const { heapUsed, external } = await server.memory()
  return (heapUsed + external - (await server.metric('robe_memo_bytes'))) / 2 ** 20
}

function statusText({ statuses }: FuzzRun): string {
  return [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}

function shownNotes(...runs: readonly FuzzRun[]): readonly string[] {
  return runs.flatMap(({ shown }) =>
    [...shown].flatMap(([kind, cases]) => cases.map((each) => `*${kind}*: \`${each.replaceAll('`', "'")}\``)),
  )
}
