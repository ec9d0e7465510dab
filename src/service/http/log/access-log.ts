/**
 * The log: JSON lines on stdout, one per request and per change of state.
 * Guarantees: API keys, genotypes and unknown paths are never logged; client addresses only with a 401, 403 or 429. Requests to
 * unknown paths and with invalid keys are logged up to a limit (refusal-log.ts).
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import pino = require('pino')
import type { Limiter } from '../../../access/ports.js'
import type { RefusalLog } from './refusal-log.js'
import { traceIdOf } from './trace-id.js'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

/** A log for access lines. Lines with the same constant fields share a child logger. */
export interface ServiceLog extends Log {
  readonly child: (common: object) => Pick<Log, 'info'>
}

export type ProcessLog = ReturnType<typeof createLog>

/** Buffer for lines that cannot be written yet, in bytes. */
const MAX_WAITING = 8 * 1024 * 1024
/** A write costs about as much as an answer, so about fifteen lines are written together, after a short delay at most. */
const BATCH_BYTES = 4_096
const LONGEST_WAIT_MS = 100

let isReported = false

function reportOnce({ code, message }: NodeJS.ErrnoException): void {
  // EPIPE: the reader of the log has closed it.
  if (isReported || code === 'EPIPE') return
  isReported = true
  process.stderr.write(`error: the log cannot be written, and its lines may be lost: ${message}\n`)
}

/** @param level a pino level, or `silent` */
export function createLog(level: string) {
  // Asynchronous, so that a slow reader of the log never delays an answer.
  const writer = pino.destination({
    dest: 1,
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: LONGEST_WAIT_MS,
    maxLength: MAX_WAITING,
  })
  // On errors such as a full disk, lines are buffered up to a limit, then dropped; the service continues.
  const flushSync = writer.flushSync.bind(writer)
  writer.on('error', (error: NodeJS.ErrnoException) => {
    // At process exit the library would retry forever.
    writer.flushSync = () => undefined
    reportOnce(error)
  })
  writer.on('drain', () => (writer.flushSync = flushSync))
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, writer)
  /**
   * Resolves when all lines so far are written, or cannot be written because the reader is gone. Await it before the process
   * exits: pino's own flush at exit would hang without a reader.
   */
  const written = (): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
  /** Writes a line immediately, regardless of the level. */
  const announce = (fields: object, message: string): void => {
    log.child({}, { level: 'info' }).info(fields, message)
    log.flush()
  }
  return Object.assign(log, { written, announce })
}

/** Records an answer in the metrics. */
export type Observe = (path: string, status: number, seconds: number) => void

/** The key, cost and limiter of a call, for the access log. */
export interface CallFacts {
  readonly keyId: number | null
  readonly charged: number
  readonly limiter: Limiter | null
  /** The client's address; undefined if unknown, or not an API call. */
  readonly address?: string | undefined
}

/** Statuses that indicate misuse of keys: their lines include the client's address. */
const NAMES_CLIENT = new Set([401, 403, 429])

/** Defaults for requests without a key. */
const NO_CALL: CallFacts = { keyId: null, charged: 0, limiter: null }

/** A request whose line is written after its answer. */
export interface Visit {
  readonly requestId: string
  /** Set for API calls. */
  facts: CallFacts | Promise<CallFacts>
}

/** Bounded in length, without characters to escape in a log line or header. */
const USABLE_ID = /^[A-Za-z0-9_-]{16,64}$/
/** Prefix of API keys, which a client may send in the wrong header: they must not be logged. */
const KEY = /robe_(?:live|test)_/

/** The client's X-Request-Id if it is usable, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const named = headers['x-request-id']
  return typeof named === 'string' && USABLE_ID.test(named) && !KEY.test(named) ? named : randomUUID()
}

/** @param refusals decides which refusals are logged and how clients are named */
export function createAccessLog(log: ServiceLog, ruleset: string, observe: Observe, refusals: RefusalLog) {
  /** Child loggers by constant fields, which are serialised once. None of these fields comes from the client. */
  const kinds = new Map<string, Pick<Log, 'info'>>()
  /** @param path of an operation or a page, or '-' */
  return (path: string, request: IncomingMessage, response: ServerResponse): Visit => {
    const started = performance.now()
    const visit: Visit = { requestId: requestIdOf(request), facts: NO_CALL }
    const { method } = request
    const traceId = traceIdOf(request.headers)
    const write = async (): Promise<void> => {
      const took = performance.now() - started
      const { keyId, charged, limiter, address } = await visit.facts
      const { statusCode: status, writableFinished: whole } = response
      observe(path, status, took / 1000)
      if (path === '-' && !refusals.unmatchedRequest()) return
      if (status === 401 && !refusals.failedKey(address)) return
      const kind = `${method} ${path} ${status} ${whole} ${charged} ${limiter}`
      let lines = kinds.get(kind)
      if (lines === undefined)
        kinds.set(kind, (lines = log.child({ method, path, status, whole, charged, limiter, ruleset })))
      const milliseconds = Math.round(took * 100) / 100
      const client = NAMES_CLIENT.has(status) ? refusals.nameOf(address) : undefined
      lines.info({ requestId: visit.requestId, traceId, keyId, client, milliseconds }, 'request')
    }
    response.on('close', () => void write())
    return visit
  }
}
