/**
 * An orderly stop of the process, by signal or by a fault outside any request.
 * Guarantees: readiness falls at once, clients are given a grace to leave in, answers under way end and all counts are
 * written, in this order, while the operator's port still tells of it; what takes too long ends with the process; the
 * exit code is 0 only when the store holds everything.
 * Leaves to others: what a hang-up means (sighup.ts), clients and their answers (http/draining.ts).
 */
import type { Server } from 'node:http'
import closeWithGrace = require('close-with-grace')
import type { Store } from './access/ports.js'
import { endBySighup } from './sighup.js'
import type { ProcessLog } from './http/ops/access-log.js'
import { drain } from './http/server.js'

/** For answers under way and what is to be written, once the grace is over. */
const LONGEST_END_MS = 10_000

export interface Running {
  /** Ends what would begin something new, and says that the process is not ready any more. */
  readonly endIntake: () => void
  readonly server: Server
  readonly store: Store
  readonly ops: Server
  readonly log: ProcessLog
  /** For clients to leave by themselves. */
  readonly graceMs: number
  /** Whether a SIGHUP is a signal to stop. */
  readonly stopsByHangUp: boolean
}

export function stopWithGrace(running: Running): void {
  const { endIntake, server, store, ops, log, graceMs, stopsByHangUp } = running
  const skip: 'SIGHUP'[] = stopsByHangUp ? [] : ['SIGHUP']
  closeWithGrace({ delay: graceMs + LONGEST_END_MS, logger: false, skip }, async ({ err, signal }) => {
    if (err === undefined) log.info(`${signal ?? 'a stop'}: draining`)
    else log.error({ err }, 'a fault outside any request: draining')
    endIntake()
    // What a fault has left behind shall not serve anybody new.
    await drain(server, err === undefined ? graceMs : 0)
    await store.close()
    await drain(ops)
    await log.written()
    if (signal === 'SIGHUP') endBySighup()
    // The log has told what; this makes the exit code 1.
    if (store.health().lost === true) throw new Error('the store does not hold what was counted')
  })
}
