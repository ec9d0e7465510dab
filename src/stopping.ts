/**
 * An orderly stop of the process, by signal or by a fault outside any request.
 * Guarantees: answers under way end and all counts are written, in this order, while the operator's port still tells
 * of it; what takes longer than the grace ends with the process.
 * Leaves to others: what a hang-up means (hang-up.ts), waiting for answers (http/server.ts).
 */
import type { Server } from 'node:http'
import closeWithGrace = require('close-with-grace')
import type { Store } from './access/ports.js'
import { endByHangUp } from './hang-up.js'
import type { ProcessLog } from './http/log.js'
import { drain } from './http/server.js'

const GRACE_MS = 10_000

export interface Running {
  /** Ends what would begin something new, and says that the process is not ready any more. */
  readonly endIntake: () => void
  readonly server: Server
  readonly store: Store
  readonly ops: Server
  readonly log: ProcessLog
  /** Whether a SIGHUP is a signal to stop. */
  readonly stopsByHangUp: boolean
}

export function stopWithGrace({ endIntake, server, store, ops, log, stopsByHangUp }: Running): void {
  const skip: 'SIGHUP'[] = stopsByHangUp ? [] : ['SIGHUP']
  closeWithGrace({ delay: GRACE_MS, logger: false, skip }, async ({ err, signal }) => {
    if (err === undefined) log.info(`${signal ?? 'a stop'}: draining`)
    else log.error({ err }, 'a fault outside any request: draining')
    endIntake()
    await drain(server)
    await store.close()
    await drain(ops)
    await log.written()
    if (signal === 'SIGHUP') endByHangUp()
  })
}
