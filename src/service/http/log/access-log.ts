/**
 * The log: JSON lines on stdout, one for each request and each change of state.
 * Guarantees: no API key and no genotype is ever written, and no path a client made up; an address only with a 401, 403 or 429;
 * levels follow LOG_LEVEL. Requests to unknown paths and with keys that do not work are logged up to a limit (refusal-log.ts).
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import pino = require('pino')
import type { Limiter } from '../../../access/ports.js'
import type { RefusalLog } from './refusal-log.js'
import { traceIdOf } from './trace-id.js'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

/** A log that access lines are written to: lines that say the same but for a few members have a child in common. */
export interface ServiceLog extends Log {
  readonly child: (common: object) => Pick<Log, 'info'>
}

export type ProcessLog = ReturnType<typeof createLog>

/** Bytes of lines that cannot be written. */
const MAX_WAITING = 8 * 1024 * 1024
/** A write costs about as much as an answer: one for some fifteen lines, none of which waits long for others. */
const BATCH_BYTES = 4_096
const LONGEST_WAIT_MS = 100

let isTold = false

function tellOnce({ code, message }: NodeJS.ErrnoException): void {
  // A reader that has gone knows it.
  if (isTold || code === 'EPIPE') return
  isTold = true
  process.stderr.write(`error: the log cannot be written, and its lines may be lost: ${message}\n`)
}

/** @param level a pino level, or `silent` */
export function createLog(level: string) {
  // Written beside the answers, so that a slow reader of the log never holds one.
  const writer = pino.destination({
    dest: 1,
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: LONGEST_WAIT_MS,
    maxLength: MAX_WAITING,
  })
  // On a full disk, say: lines wait for room, and beyond that are dropped; the service goes on.
  const flushSync = writer.flushSync.bind(writer)
  writer.on('error', (error: NodeJS.ErrnoException) => {
    // At the end of the process the library would try for ever.
    writer.flushSync = () => undefined
    tellOnce(error)
  })
  writer.on('drain', () => (writer.flushSync = flushSync))
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, writer)
  /**
   * Resolves when all lines so far are written, or cannot be because their reader has gone. To be awaited before the
   * process ends: what is left to its last moment is written without a way out when there is no reader.
   */
  const written = (): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
  /** Writes a line at once, whatever the level. */
  const announce = (fields: object, message: string): void => {
    log.child({}, { level: 'info' }).info(fields, message)
    log.flush()
  }
  return Object.assign(log, { written, announce })
}

/** Counts an answer, by route, status and seconds. */
export type Observe = (path: string, status: number, seconds: number) => void

/** Whose request it was, what it cost, and who decided on that. */
export interface CallFacts {
  readonly keyId: number | null
  readonly charged: number
  readonly limiter: Limiter | null
  /** The client's; undefined where it is not known, or not a call. */
  readonly address?: string | undefined
}

/** Statuses that tell of misuse of keys: their lines name the client. */
const NAMES_CLIENT = new Set([401, 403, 429])

const NOBODY: CallFacts = { keyId: null, charged: 0, limiter: null }

/** A request whose line is written once its answer has gone. */
export interface Visit {
  readonly requestId: string
  /** Of a call; what is nobody's call keeps those of nobody. */
  facts: CallFacts | Promise<CallFacts>
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

/** @param refusals decide which refusals get a line, and how clients are named */
export function createAccessLog(log: ServiceLog, ruleset: string, observe: Observe, refusals: RefusalLog) {
  /** What lines have in common with many others is made JSON once: none of it is a client's own words. */
  const kinds = new Map<string, Pick<Log, 'info'>>()
  /** @param path one of the contract's or of a page, or '-' */
  return (path: string, request: IncomingMessage, response: ServerResponse): Visit => {
    const started = performance.now()
    const visit: Visit = { requestId: requestIdOf(request), facts: NOBODY }
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
