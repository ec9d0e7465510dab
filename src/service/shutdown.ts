/**
 * An orderly stop of the process, by signal or by a fault outside any request; in a terminal SIGHUP stops too, elsewhere it
 * reloads the rules.
 * Guarantees: readiness falls at once, clients get a grace to leave, answers under way end and all counts are written, in
 * this order, with the operator's port open until then; what takes too long ends with the process; the exit code is 0
 * only when the store holds everything.
 * Leaves to others: clients and their answers (service/http/connections/draining.ts).
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

/** For answers under way and what is to be written, once the grace is over. */
const LONGEST_END_MS = 10_000

/** Whether a SIGHUP stops the process. @param isTerminal of a descriptor: to ask the streams would first make them */
export function sighupStops(isTerminal: (descriptor: number) => boolean = isatty): boolean {
  return isTerminal(STDIN) || isTerminal(STDOUT)
}

/** The end of a store that does not hold what was counted, which the log has said already. */
class CountsLost extends Error {}

/** Says why a stop ends the process at once: the log would be written too late. */
const STDERR = {
  error: (why: unknown): void => {
    if (!(why instanceof CountsLost)) process.stderr.write(`error: ${format(why)}\n`)
  },
}

export interface Running {
  /** Ends what would begin something new, and says that the process is not ready any more. */
  readonly endIntake: () => void
  /** Resolves when the key of a first start is made and shown: the store is not closed before. */
  readonly welcomed: () => Promise<void>
  readonly server: Server
  readonly store: Store
  readonly ops: Server
  readonly log: ProcessLog
  /** For clients to leave by themselves. */
  readonly graceMs: number
  /** Whether a SIGHUP is a signal to stop. */
  readonly stopsBySighup: boolean
}

export function stopWithGrace(running: Running): void {
  const { endIntake, welcomed, server, store, ops, log, graceMs, stopsBySighup } = running
  const skip: 'SIGHUP'[] = stopsBySighup ? [] : ['SIGHUP']
  closeWithGrace({ delay: graceMs + LONGEST_END_MS, logger: STDERR, skip }, async ({ err, signal }) => {
    if (err === undefined) log.info(`${signal ?? 'a stop'}: draining`)
    else log.error({ err }, 'a fault outside any request: draining')
    endIntake()
    // After a fault no new call is answered.
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
 * Ends the process as the signal alone would have ended it, once all is put in order. An exit would first set the
 * terminal back to what it was, and over one that is gone Node aborts or spins.
 */
function endBySighup(): void {
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}
