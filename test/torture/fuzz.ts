/**
 * Fuzzing: requests in every encoding, sound and spoiled at each level, and bytes that are no request at all.
 * Holds the answers against the served document, and the process against what it was before: alive, the same memory, the
 * same connections, no defect in its log. A case is told by its number: the same seed and number send it again.
 */
import { performance } from 'node:perf_hooks'
import { join } from 'node:path'
import { temporaryFolder } from '../support/children.js'
import { servedConformance } from '../contract/conformance.js'
import { HORSE } from '../process/horse.js'
import { until } from '../process/robe.js'
import { within, type Scope } from '../process/scope.js'
import { createSender } from './fuzz-client.js'
import { findingsOf, LONGEST_SILENCE_MS, shownNotes, statusText } from './fuzz-findings.js'
import { makeKeys, type Secrets } from './fuzz-keys.js'
import { emptyRun, LANES, runCases, runRawCases } from './fuzz-run.js'
import { vocabularyOf } from './fuzz-vocabulary.js'
import { leftBehind, ROUNDS } from './left-behind.js'
import type { Part, Section } from './part.js'
import { sayNothingMore } from './raw-client.js'
import { startWatched, type WatchedServer } from './watched-server.js'

/** Of the time; `again`: cases that are sent once more, so that memory can be looked at. */
const SHARES = { cases: 0.45, again: 0.3, raw: 0.2 }
/** With less time, half requests are not waited for. */
const LEAST_SECONDS_FOR_HALVES = 60

export const fuzz: Part = (options) => within((scope) => run(scope, options.seconds, options.seed))

async function run(scope: Scope, seconds: number, seed: number): Promise<Section> {
  const store = `sqlite:${join(temporaryFolder(), 'robe.db')}`
  const secrets = await makeKeys(store)
  const server = await startWatched(scope, { STORE: store })
  const { port } = server
  const { document, ...contract } = await servedConformance(server.url)
  const sender = createSender(port, LANES, secrets)
  const tools = { words: vocabularyOf(document), sender, contract }
  const socketsBefore = server.sockets()
  const before = await askSane(server, secrets)
  const silent = (seconds < LEAST_SECONDS_FOR_HALVES ? [] : halves(secrets.silent)).map((half) =>
    sayNothingMore(port, half, 2 * LONGEST_SILENCE_MS),
  )

  const cases = emptyRun()
  const began = performance.now()
  const ms = (share: number): number => 1000 * seconds * share
  const next = await runCases(cases, seed, 0, tools, { milliseconds: ms(SHARES.cases) })
  const rounds = ROUNDS.filling + ROUNDS.looked
  const size = Math.floor((next * SHARES.again) / SHARES.cases / rounds)
  const left = await leftBehind(server, async () => {
    const sent = cases.sent
    await runCases(cases, seed, next - size, tools, { milliseconds: ms(1), before: next })
    return cases.sent - sent
  })
  const took = (performance.now() - began) / 1000
  const { good, limited, narrow } = secrets
  // The question asked before all this is on the bill as well.
  const charged = (await chargedTo(server, good, limited, narrow)) - 1

  const raw = emptyRun()
  await runRawCases(raw, seed, 0, { port, secrets }, { milliseconds: ms(SHARES.raw) })
  sender.end()
  const cutAfter = await Promise.all(silent)
  const smuggled = await chargedTo(server, secrets.smuggled)
  // The one that stays is ours: this process keeps the connection that it asks for bills on.
  const isFree = await until('all are closed', () => server.sockets() <= socketsBefore + 1).then(
    () => true,
    () => false,
  )
  const isSameAnswer = (await askSane(server, secrets)) === before
  const failures = await server.metric('robe_requests_total', /status="50[0-24-9]"/)
  const isAlive = server.isAlive()
  const { code, out } = await server.stop()
  const defects = out.split('\n').filter((line) => /"level":(50|60)/.test(line))
  return {
    title: 'Fuzzed requests',
    findings: findingsOf({
      ...{ cases, raw, charged, smuggled, left, cutAfter, isFree, defects, isAlive, isSameAnswer, code },
      failures: Number.isNaN(failures) ? 0 : failures,
    }),
    notes: [
      `Seed ${seed}. ${cases.sent} requests by HTTP, ${(cases.sent / took).toFixed(0)} a second, ${next} of them different (${statusText(cases)}; ${cases.comeAgain} told to come again), and ${raw.sent} connections with raw bytes (${statusText(raw)}).`,
      ...shownNotes(cases, raw),
      ...defects.slice(0, 5).map((line) => `Log: \`${line.slice(0, 500)}\``),
    ],
  }
}

/** Beginnings of a request, each some times. */
function halves(key: string): readonly string[] {
  const head = `POST /coats/result HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`
  const beginnings = ['P', head.slice(0, 40), head.slice(0, -2), head, head + HORSE]
  return beginnings.flatMap((beginning) => Array.from({ length: 4 }, () => beginning))
}

async function askSane({ url }: WatchedServer, { good }: Secrets): Promise<string> {
  const headers = { 'X-API-Key': good, 'Content-Type': 'application/json' }
  return await (await fetch(`${url}/coats/result`, { method: 'POST', headers, body: HORSE })).text()
}

async function chargedTo({ url }: WatchedServer, ...keys: readonly string[]): Promise<number> {
  let sum = 0
  for (const key of keys) {
    const response = await fetch(`${url}/coats/api-info`, { headers: { 'X-API-Key': key } })
    sum += ((await response.json()) as { monthly_usage: number }).monthly_usage
  }
  return sum
}
