/**
 * The embedded store as a server holds it: counts in memory, written down soon, keys read again when changed.
 * Guarantees: a count waits at most 100 ms for the file; an orderly close writes all of them or tells which it could not;
 * failing writes and files that are deleted, replaced or damaged are told once, and calls are served on meanwhile.
 * Leaves to others: lock and file (store.ts), counting itself (usage-counter.ts).
 */
import { setImmediate } from 'node:timers/promises'
import type { Clock, Store } from '../../access/ports.js'
import { DAY_MS, windowAt } from '../../access/window.js'
import { copyTo } from './backup.js'
import { countsIn, countsText } from './counts-in.js'
import type { Database } from './database.js'
import type { FileLock } from './file-lock.js'
import { watchFiles } from './file-watch.js'
import { createFlusher } from '../flusher.js'
import { dropHoursBefore, readLedger, readLedgerOf, readWindow, writeLedger } from './ledger-table.js'
import { openDoors } from './open-sqlite.js'
import { createUsageCounter } from '../usage-counter.js'
import { faultOf, isLoss } from './store-fault.js'
import { StoreError } from '../store-error.js'
import { explained } from './store-file.js'
import { guardedBy, type Guard, type GuardOptions } from '../operator-notice.js'

/** How often a server looks for changes made by commands. */
const REFRESH_MS = 1_000

/** How long a statement waits for another process: while opening, closing or in a command; while serving. */
export const PATIENT_MS = 5_000
const SERVING_MS = 25

export interface Opened {
  readonly database: Database
  readonly created: boolean
  /** As the operator wrote it. */
  readonly path: string
  readonly file: string
  readonly lock: FileLock
}

export interface Serving extends Pick<GuardOptions, 'onTrouble' | 'onFault'> {
  readonly clock: Clock
}

/** Counts until it is closed, which releases the lock. */
export function serveFrom({ database, created, path, file, lock }: Opened, serving: Serving): Store {
  const { clock, onTrouble } = serving
  // Durable against a killed process as it is; only a power cut can take the latest counts.
  database.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${SERVING_MS}`)
  let hoursDroppedAt = clock.now()
  dropHoursBefore(database, hoursDroppedAt - DAY_MS)

  const restored = readLedger(database, windowAt('month', clock.now()).start)
  const guard = (what: string): Guard =>
    guardedBy({
      begins: (fault) => `${what} fails and will be tried again: ${fault.message}`,
      ends: `${what} works again`,
      ...serving,
    })
  const writing = guard('Writing usage to the store')
  const reading = guard('Reading changed keys from the store')
  const watching = guardedBy({
    begins: ({ message }) =>
      `The store is not what it was: ${message}; calls are served on, but the next start may not find what they cost`,
    ends: "The store's files are in their place and whole again",
    ...serving,
  })
  const flusher = createFlusher(() => writing.attempt(flush))
  const tally = createUsageCounter({ clock, restored, onDirty: flusher.wake })
  const takeUp = (keyIds: readonly number[]): void => {
    const { start } = windowAt('month', clock.now())
    tally.restore(keyIds.flatMap((keyId) => readLedgerOf(database, keyId, start)))
  }
  const doors = openDoors({
    database: explained(path, database),
    file,
    clock,
    lastUsedAt: tally.lastUsedAt,
    onStrangers: takeUp,
  })
  const files = watchFiles(file, database)
  lock.publish(files.identity)
  const look = (): void => {
    try {
      lock.renew()
    } finally {
      files.look()
    }
  }
  const poll = setInterval(() => {
    watching.attempt(look)
    reading.attempt(() => void doors.refresh())
  }, REFRESH_MS)
  poll.unref()
  let closed = false
  /** Counts that no later start will know of. */
  let unwritten = false

  function flush(): void {
    tally.drain((rows, lastUsed) => database.transaction(() => writeLedger(database, rows, lastUsed)))
    if (clock.now() - hoursDroppedAt < DAY_MS) return
    hoursDroppedAt = clock.now()
    dropHoursBefore(database, hoursDroppedAt - DAY_MS)
  }

  /** The last that can be done for counts and keys when this process ends and the store may not hold them. */
  function settle(): void {
    watching.attempt(look)
    unwritten = !writing.attempt(flush)
    if (unwritten) onTrouble(`Usage that could not be written to the store: ${countsText(tally.undrained())}`)
    const kind = watching.fault()?.kind
    if (kind !== 'gone' && kind !== 'replaced') return
    const rescue = `${file}.rescued-${new Date(clock.now()).toISOString().replaceAll(':', '')}`
    try {
      copyTo(rescue, path, database)
      onTrouble(`What the server had of the store is copied to "${rescue}"`)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      onTrouble(error.message)
    }
  }

  return {
    ...doors,
    created,
    counters: {
      ...tally,
      ledger: (window, start) =>
        countsIn([...readWindow(database, window, start), ...tally.undrained()], window, start),
    },
    health() {
      const fault = watching.fault() ?? writing.fault() ?? reading.fault()
      if (fault === undefined) return { degraded: false }
      const why = `${fault.kind}: ${fault.message}`
      return { degraded: true, why, ...((unwritten || isLoss(fault)) && { lost: true }) }
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(poll)
      // A charge made in this very turn is not in the ledger before its answer has been awaited.
      await setImmediate()
      flusher.stop()
      try {
        database.exec(`PRAGMA busy_timeout = ${PATIENT_MS}`)
        settle()
        // Also of a store that was replaced: what is left beside it would be taken for the other one's.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // Everything is written; it stands beside the database until the next start puts it in its place.
        onTrouble(`The store was closed untidily: ${faultOf(error).message}`)
      } finally {
        database.close()
        files.close()
        lock.release()
      }
    },
  }
}
