/**
 * The embedded store as a server holds it: counts in memory, written down soon, keys read again when changed.
 * Guarantees: a count waits at most 100 ms for the file; an orderly close writes all of them; failing writes
 * are told once and tried again.
 * Leaves to others: lock and file (sqlite.ts), counting itself (tally.ts).
 */
import { setImmediate } from 'node:timers/promises'
import type { Clock, Store } from '../access/ports.js'
import { DAY_MS, windowAt } from '../access/window.js'
import { countsIn } from './counts-in.js'
import type { Database } from './database.js'
import type { FileLock } from './file-lock.js'
import { createFlusher } from './flusher.js'
import { dropHoursBefore, readLedger, readLedgerOf, readWindow, writeLedger } from './ledger-table.js'
import { openDoors } from './sqlite-doors.js'
import { createTally } from './tally.js'
import { guardedBy } from './trouble.js'

/** How often a server looks for changes made by commands. */
const REFRESH_MS = 1_000

/** How long a statement waits for another process: while opening, closing or in a command; while serving. */
export const PATIENT_MS = 5_000
const SERVING_MS = 25

export interface Opened {
  readonly database: Database
  readonly created: boolean
}

/** Counts until it is closed, which releases the lock. */
export function serveFrom(
  { database, created }: Opened,
  lock: FileLock,
  clock: Clock,
  onTrouble: (line: string) => void,
): Store {
  // Durable against a killed process as it is; only a power cut can take the latest counts.
  database.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${SERVING_MS}`)
  let hoursDroppedAt = clock.now()
  dropHoursBefore(database, hoursDroppedAt - DAY_MS)

  const restored = readLedger(database, windowAt('month', clock.now()).start)
  const writing = guardedBy('Writing usage to the store', onTrouble)
  const reading = guardedBy('Reading changed keys from the store', onTrouble)
  const flusher = createFlusher(() => writing(flush))
  const tally = createTally({ clock, restored, onDirty: flusher.wake })
  const takeUp = (keyIds: readonly number[]): void => {
    const { start } = windowAt('month', clock.now())
    tally.restore(keyIds.flatMap((keyId) => readLedgerOf(database, keyId, start)))
  }
  const doors = openDoors(database, clock, { lastUsedAt: tally.lastUsedAt, onStrangers: takeUp })
  const refresh = (): void => void doors.refresh()
  const poll = setInterval(() => reading(refresh), REFRESH_MS)
  poll.unref()
  let closed = false

  function flush(): void {
    tally.drain((rows, lastUsed) => database.transaction(() => writeLedger(database, rows, lastUsed)))
    if (clock.now() - hoursDroppedAt < DAY_MS) return
    hoursDroppedAt = clock.now()
    dropHoursBefore(database, hoursDroppedAt - DAY_MS)
  }

  return {
    ...doors,
    created,
    counters: {
      ...tally,
      ledger: (window, start) =>
        countsIn([...readWindow(database, window, start), ...tally.undrained()], window, start),
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
        flush()
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        database.close()
        lock.release()
      }
    },
  }
}
