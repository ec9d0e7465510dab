/**
 * Graceful shutdown of the process, on a signal or an uncaught exception. In a terminal SIGHUP stops the process too; otherwise it
 * reloads the rules.
 * Guarantees: readiness ends at once, clients get a grace period (http/connections/draining.ts), running answers complete and all
 * counts are written, in this order, with the admin port open until then; after a timeout the process exits anyway; the exit code
 * is 0 only if the store has saved everything.
 */
import type { Server } from 'node:http'
import { isatty } from 'node:tty'
import { format } from 'node:util'
import closeWithGrace = require('close-with-grace')
import type { Store } from '../access/ports.js'
import type { ProcessLog } from './http/log/access-log.js'
import { drain } from './http/server.js'

const STDIN = 0
const STDOUT = 1

/** Timeout for running answers and writing, after the grace period. */
const LONGEST_END_MS = 10_000

/** Whether a SIGHUP stops the process. @param isTerminal checks a descriptor, because accessing the streams would create them */
export function sighupStops(isTerminal: (descriptor: number) => boolean = isatty): boolean {
  return isTerminal(STDIN) || isTerminal(STDOUT)
}

/** Counts could not be saved, which is logged already. */
class CountsLost extends Error {}

/** Reports on stderr why the shutdown is aborted, because the log would be written too late. */
const STDERR = {
  error: (why: unknown): void => {
    if (!(why instanceof CountsLost)) process.stderr.write(`error: ${format(why)}\n`)
  },
}

export interface Running {
  /** Stops background work and marks the process as not ready. */
  readonly endIntake: () => void
  /** Resolves when the key of a first start is shown, which needs the store. */
  readonly welcomed: () => Promise<void>
  readonly server: Server
  readonly store: Store
  readonly ops: Server
  readonly log: ProcessLog
  /** Grace period for clients. */
  readonly graceMs: number
  /** Whether a SIGHUP stops the process. */
  readonly stopsBySighup: boolean
}

export function stopWithGrace(running: Running): void {
  const { endIntake, welcomed, server, store, ops, log, graceMs, stopsBySighup } = running
  const skip: 'SIGHUP'[] = stopsBySighup ? [] : ['SIGHUP']
  closeWithGrace({ delay: graceMs + LONGEST_END_MS, logger: STDERR, skip }, async ({ err, signal }) => {
    if (err === undefined) log.info(`${signal ?? 'a stop'}: draining`)
    else log.error({ err }, 'a fault outside any request: draining')
    endIntake()
    // After an uncaught exception no new call is answered.
    await drain(server, err === undefined ? graceMs : 0)
    if (err === undefined) await welcomed()
    await store.close()
    await drain(ops)
    await log.written()
    if (signal === 'SIGHUP') endBySighup()
    // Makes the exit code 1.
    if (store.health().lost === true) throw new CountsLost()
  })
}

/**
 * Ends the process with the default action of SIGHUP. process.exit would first reset the terminal, and if the terminal is gone, Node
 * aborts or spins.
 */
function endBySighup(): void {
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}
