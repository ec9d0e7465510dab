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

/** A log that a process ends. */
export interface ProcessLog extends Log {
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
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination)
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

/** Begins the access line of a request; what it returns adds whose request it was and what it cost. */
export type StartAccess = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  path: string,
) => (facts: CallFacts) => void

export function createAccessLog(log: Log, ruleset: string, observe: Observe): StartAccess {
  return (request, response, requestId, path) => {
    const started = performance.now()
    let call: CallFacts = { keyId: null, charged: 0, limiter: null }
    response.on('close', () => {
      const milliseconds = performance.now() - started
      const { statusCode: status } = response
      observe(path, status, milliseconds / 1000)
      const { method } = request
      const whole = response.writableFinished
      log.info(
        {
          requestId,
          method,
          path,
          status,
          whole,
          ...call,
          ruleset,
          milliseconds: Math.round(milliseconds * 100) / 100,
        },
        'request',
      )
    })
    return (facts) => {
      call = facts
    }
  }
}
