/**
 * The log: JSON lines on stdout, one for each request and each change of state.
 * Guarantees: no API key and no genotype is ever written, and no path a client made up; levels follow LOG_LEVEL.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import pino = require('pino')
import type { Limiter } from '../access/ports.js'
import { createLineBatches } from './log-batches.js'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

/** A log that access lines are written to. */
export interface ServiceLog extends Log {
  /** A log whose every line holds these as well. */
  readonly child: (common: Readonly<Record<string, unknown>>) => Pick<pino.Logger, 'info'>
}

/** A log that a process ends. */
export interface ProcessLog extends ServiceLog {
  /**
   * Resolves when all lines so far are written, or cannot be because their reader has gone. To be awaited before the
   * process ends: what is left to its last moment is written without a way out when there is no reader.
   */
  readonly written: () => Promise<void>
}

/** @param level a pino level, or `silent` @param worker stands in every line when several processes write */
export function createLog(level: string, worker?: number): ProcessLog {
  const base = worker === undefined ? null : { worker }
  // Written beside the answers, so that a slow reader of the log never holds one.
  const destination = createLineBatches(pino.destination({ dest: 1, sync: false, minLength: 1 }))
  const log = pino({ level, base, timestamp: createTimestamp() }, destination)
  const written = (): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
  return Object.assign(log, { written })
}

/** As the library's own `isoTime`, but written out once a millisecond: a fifth of what a line costs. */
function createTimestamp(): () => string {
  let writtenAt = Number.NaN
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== writtenAt) {
      writtenAt = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

/** Counts an answer, by route, status and seconds. */
export type Observe = (path: string, status: number, seconds: number) => void

/** Whose request it was, what it cost, and who decided on that; for pages nobody's, nothing, nobody. */
export interface CallFacts {
  readonly keyId: number | null
  readonly charged: number
  readonly limiter: Limiter | null
}

/** Begins the access line of a request; what it returns adds whose request it was and what it cost. */
export type StartAccess = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  path: string,
) => (facts: CallFacts) => void

export function createAccessLog(log: ServiceLog, ruleset: string, observe: Observe): StartAccess {
  const linesLike = createLineKinds(log, ruleset)
  return (request, response, requestId, path) => {
    const started = performance.now()
    let call: CallFacts = { keyId: null, charged: 0, limiter: null }
    response.on('close', () => {
      const took = performance.now() - started
      const { statusCode: status, writableFinished: whole } = response
      observe(path, status, took / 1000)
      const { keyId, charged, limiter } = call
      const milliseconds = Math.round(took * 100) / 100
      linesLike({ method: request.method, path, status, whole, charged, limiter }).info(
        { requestId, keyId, milliseconds },
        'request',
      )
    })
    return (facts) => {
      call = facts
    }
  }
}

/** What access lines have in common with many others: none of it is a client's own words. */
interface LineKind extends Pick<CallFacts, 'charged' | 'limiter'> {
  readonly method: string | undefined
  readonly path: string
  readonly status: number
  readonly whole: boolean
}

/** The log for lines of a kind, whose common part is written as JSON only once. */
function createLineKinds(log: ServiceLog, ruleset: string): (kind: LineKind) => Pick<Log, 'info'> {
  const known = new Map<string, Pick<Log, 'info'>>()
  return (kind) => {
    const { method, path, status, whole, charged, limiter } = kind
    const name = `${method} ${path} ${status} ${whole} ${charged} ${limiter}`
    let lines = known.get(name)
    if (lines === undefined) known.set(name, (lines = log.child({ ...kind, ruleset })))
    return lines
  }
}
