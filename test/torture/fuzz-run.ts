/**
 * Cases sent many at a time until the time is over, and what they came to.
 * Guarantees: the first cases with a fault are kept as they were sent, so that they can be sent again.
 */
import { performance } from 'node:perf_hooks'
import type { Conformance } from '../contract/conformance.js'
import { caseOf, type Case } from './fuzz-cases.js'
import type { Outcome, Sender } from './fuzz-client.js'
import type { Secrets } from './fuzz-keys.js'
import { faultsOf, isCharged, isComeAgain } from './fuzz-judge.js'
import type { Vocabulary } from './fuzz-vocabulary.js'
import { rawCaseOf, type RawCase } from './raw-cases.js'
import { sendRawCase, type RawOutcome } from './raw-client.js'

/** Enough to see what it is about. */
const MOST_SHOWN = 5

/** How many are under way at a time. */
export const LANES = 48
const RAW_LANES = 64

/** What the server takes of headers, but for the few that every case has. */
const MOST_HEADER_BYTES = 7_500

export interface FuzzRun {
  sent: number
  charged: number
  comeAgain: number
  readonly statuses: Map<number, number>
  readonly counts: Map<string, number>
  /** By kind of fault, as it was sent. */
  readonly shown: Map<string, string[]>
}

export function emptyRun(): FuzzRun {
  return { sent: 0, charged: 0, comeAgain: 0, statuses: new Map(), counts: new Map(), shown: new Map() }
}

function noteFault(run: FuzzRun, kind: string, detail: string): void {
  run.counts.set(kind, (run.counts.get(kind) ?? 0) + 1)
  const shown = run.shown.get(kind) ?? []
  run.shown.set(kind, shown)
  if (shown.length < MOST_SHOWN) shown.push(detail)
}

export interface Tools {
  readonly words: Vocabulary
  readonly sender: Sender
  readonly contract: Conformance
}

/** Cases from this number on. @returns the number after the last one */
export async function runCases(
  run: FuzzRun,
  seed: number,
  from: number,
  tools: Tools,
  end: End,
): Promise<number> {
  const { words, sender, contract } = tools
  return await inLanes(from, LANES, end, async (number) => {
    const sent = caseOf(seed, number, words)
    take(run, sent, await sender.send(sent), contract)
  })
}

function take(run: FuzzRun, sent: Case, outcome: Outcome, contract: Conformance): void {
  if (outcome.kind === 'unsent') return
  // The parser of HTTP is done with such a head before it has read the whole: then its answer may be lost on the way.
  if (outcome.kind === 'cut' && headBytes(sent) > MOST_HEADER_BYTES) return
  run.sent += 1
  if (outcome.kind !== 'answer') return noteFault(run, outcome.kind, `${outcome.why}: ${shown(sent)}`)
  const { status, headers, text } = outcome
  run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1)
  if (isCharged(sent, outcome)) run.charged += 1
  if (isComeAgain(status, headers, text)) run.comeAgain += 1
  for (const { kind, detail } of faultsOf(sent, outcome, contract))
    noteFault(run, kind, `${detail} ← ${shown(sent)}`)
}

function headBytes({ headers }: Case): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
}

function shown({ number, caller, method, path, headers, body }: Case): string {
  const sent = { number, caller, method, path, headers, body: body?.toString('latin1').slice(0, 400) }
  return JSON.stringify(sent).slice(0, 900)
}

export async function runRawCases(
  run: FuzzRun,
  seed: number,
  from: number,
  { port, secrets }: { readonly port: number; readonly secrets: Secrets },
  end: End,
): Promise<number> {
  return await inLanes(from, RAW_LANES, end, async (number) => {
    const sent = rawCaseOf(seed, number, secrets)
    const outcome = await sendRawCase(port, sent)
    run.sent += 1
    for (const status of outcome.statuses) run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1)
    for (const kind of rawFaults(sent, outcome)) noteFault(run, kind, shownRaw(sent, outcome, secrets))
  })
}

function rawFaults({ kind }: RawCase, { statuses, heard, hangs }: RawOutcome): readonly string[] {
  const isFailure = statuses.some(
    (status) => status >= 500 && !(status === 503 && heard.includes('"SERVICE_UNAVAILABLE"')),
  )
  const isKeyless = kind === 'keyless' && statuses.includes(200)
  const isUnanswered = kind === 'dripped' && statuses[0] !== 200
  return [
    ...(hangs ? ['hang'] : []),
    ...(isFailure ? ['a 5xx that is not "come again"'] : []),
    ...(isKeyless ? ['a result without a key that may have it'] : []),
    ...(isUnanswered ? ['a slow request without its answer'] : []),
  ]
}

function shownRaw({ number, kind, pieces }: RawCase, { statuses }: RawOutcome, { good }: Secrets): string {
  const bytes = Buffer.concat(pieces).toString('latin1').replaceAll(good, 'KEY')
  return JSON.stringify({ number, kind, statuses, bytes: bytes.slice(0, 500) })
}

/** Whichever comes first. */
export interface End {
  readonly milliseconds: number
  /** The number of the first case that is not sent. */
  readonly before?: number
}

async function inLanes(
  from: number,
  lanes: number,
  { milliseconds, before = Infinity }: End,
  work: (number: number) => Promise<void>,
): Promise<number> {
  const until = performance.now() + milliseconds
  let next = from
  const lane = async (): Promise<void> => {
    while (next < before && performance.now() < until) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return next
}
