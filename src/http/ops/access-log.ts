/**
 * The log: JSON lines on stdout, one for each request and each change of state.
 * Guarantees: no API key and no genotype is ever written, and no path a client made up; levels follow LOG_LEVEL.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import pino = require('pino')
import type { Limiter } from '../../access/ports.js'
import { LineBatches } from './log-batches.js'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

/** A log that access lines are written to. */
export interface ServiceLog extends Log {
  /** Writes lines that say the same but for a few members of their own. */
  readonly child: (common: object) => Lines
}

interface Lines {
  readonly info: (own: object, message: string) => void
}

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
  const destination = new LineBatches(pino.destination({ dest: 1, sync: false, minLength: 1 }))
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const written = (): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
  return Object.assign(log, { written })
}

/** Counts an answer, by route, status and seconds. */
export type Observe = (path: string, status: number, seconds: number) => void

/** Whose request it was, what it cost, and who decided on that; for pages nobody's, nothing, nobody. */
export interface CallFacts {
  readonly keyId: number | null
  readonly charged: number
  readonly limiter: Limiter | null
}

/** Of what is nobody's call. */
export const NOBODY: CallFacts = { keyId: null, charged: 0, limiter: null }

/** A request as it begins. */
export interface Visit {
  readonly requestId: string
  /** Of the contract's paths, or '-'. */
  readonly path: string
  readonly started: number
}

export function beginVisit(path: string, request: IncomingMessage): Visit {
  return { requestId: requestIdOf(request), path, started: performance.now() }
}

/** Short enough for a line, and nothing that a log or a header would have to escape. */
const USABLE_ID = /^[A-Za-z0-9_-]{16,64}$/
/** So begins a key, which somebody may have put into the wrong header: no log shall have it. */
const KEY = /robe_(?:live|test)_/

/** The client's own name for its request, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const named = headers['x-request-id']
  return typeof named === 'string' && USABLE_ID.test(named) && !KEY.test(named) ? named : randomUUID()
}

export type LogAccess = ReturnType<typeof createAccessLog>

/** Returns what has the line of a request written, once its answer has gone and its facts are known. */
export function createAccessLog(log: ServiceLog, ruleset: string, observe: Observe) {
  const kinds = new Map<string, Lines>()
  /** What lines have in common with many others is made JSON once: none of it is a client's own words. */
  const linesLike = (kind: LineKind): Lines => {
    const { method, path, status, whole, charged, limiter } = kind
    const name = `${method} ${path} ${status} ${whole} ${charged} ${limiter}`
    let lines = kinds.get(name)
    if (lines === undefined) kinds.set(name, (lines = log.child({ ...kind, ruleset })))
    return lines
  }
  return (
    { method }: IncomingMessage,
    response: ServerResponse,
    { requestId, path, started }: Visit,
    facts: CallFacts | Promise<CallFacts>,
  ): void => {
    const write = async (): Promise<void> => {
      const took = performance.now() - started
      const { keyId, charged, limiter } = await facts
      const { statusCode: status, writableFinished: whole } = response
      observe(path, status, took / 1000)
      const milliseconds = Math.round(took * 100) / 100
      linesLike({ method, path, status, whole, charged, limiter }).info(
        { requestId, keyId, milliseconds },
        'request',
      )
    }
    response.on('close', () => void write())
  }
}

interface LineKind extends Pick<CallFacts, 'charged' | 'limiter'> {
  readonly method: string | undefined
  readonly path: string
  readonly status: number
  readonly whole: boolean
}
