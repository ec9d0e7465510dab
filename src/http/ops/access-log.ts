/**
 * The log: JSON lines on stdout, one for each request and each change of state.
 * Guarantees: no API key and no genotype is ever written, and no path a client made up; levels follow LOG_LEVEL.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import pino = require('pino')
import type { Limiter } from '../../access/ports.js'
import { createLineBatches } from './log-batches.js'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

/** A log that access lines are written to. */
export interface ServiceLog extends Log {
  /** Writes lines that say the same but for a few members of their own. */
  readonly linesWith: (common: Members, message: string) => WriteLine
}

type Members = Readonly<Record<string, string | number | boolean | null | undefined>>

export type WriteLine = (own: Members) => void

/** A log that a process ends. */
export interface ProcessLog extends ServiceLog {
  /**
   * Resolves when all lines so far are written, or cannot be because their reader has gone. To be awaited before the
   * process ends: what is left to its last moment is written without a way out when there is no reader.
   */
  readonly written: () => Promise<void>
}

/** @param level a pino level, or `silent` */
export function createLog(level: string): ProcessLog {
  // Written beside the answers, so that a slow reader of the log never holds one.
  const destination = createLineBatches(pino.destination({ dest: 1, sync: false, minLength: 1 }))
  const timestamp = createTimestamp()
  const log = pino({ level, base: null, timestamp }, destination)
  const written = (): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
  // As the library would write them, in half the time: what they have in common is JSON already.
  const linesWith = (common: Members, msg: string): WriteLine => {
    if (!log.isLevelEnabled('info')) return () => {}
    const begun = JSON.stringify({ level: pino.levels.values['info'], ...common, msg }).slice(0, -1)
    return (own) => destination.write(`${begun}${timestamp()},${JSON.stringify(own).slice(1)}\n`)
  }
  return Object.assign(log, { written, linesWith })
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

/**
 * Begins the access line of a request; what it returns adds whose request it was and what it cost.
 * @param isCall whether that will be told: the line waits for it, also when the client has gone by then
 */
export type StartAccess = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  path: string,
  isCall: boolean,
) => (facts: CallFacts) => void

/** Of what is nobody's call. */
export const NOBODY: CallFacts = { keyId: null, charged: 0, limiter: null }

export function createAccessLog(log: ServiceLog, ruleset: string, observe: Observe): StartAccess {
  const writeLike = createLineKinds(log, ruleset)
  return (request, response, requestId, path, isCall) => {
    const started = performance.now()
    let call = isCall ? undefined : NOBODY
    let took: number | undefined
    const write = (): void => {
      if (call === undefined || took === undefined) return
      const { statusCode: status, writableFinished: whole } = response
      observe(path, status, took / 1000)
      const { keyId, charged, limiter } = call
      const milliseconds = Math.round(took * 100) / 100
      writeLike({ method: request.method, path, status, whole, charged, limiter })({
        requestId,
        keyId,
        milliseconds,
      })
    }
    response.on('close', () => {
      took = performance.now() - started
      write()
    })
    return (facts) => {
      // What was told first stands: a defect that comes after a charge does not undo it.
      if (call !== undefined) return
      call = facts
      write()
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

/** Finds who writes lines of a kind, the common part of which is made only once. */
function createLineKinds(log: ServiceLog, ruleset: string): (kind: LineKind) => WriteLine {
  const known = new Map<string, WriteLine>()
  return (kind) => {
    const { method, path, status, whole, charged, limiter } = kind
    const name = `${method} ${path} ${status} ${whole} ${charged} ${limiter}`
    let write = known.get(name)
    if (write === undefined) known.set(name, (write = log.linesWith({ ...kind, ruleset }, 'request')))
    return write
  }
}
