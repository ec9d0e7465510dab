/**
 * The embedded store for a server: counts in memory, written shortly after; keys in memory, reloaded after changes.
 * Guarantees: counts are written within 100 ms; a regular close writes all counts or reports those it could not write; failing writes,
 * lost keys and a deleted or replaced file are reported once, while calls are still served.
 */
import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../access/ports.js'
import { DAY_MS, windowAt } from '../../access/window.js'
import { StoreError, type StoreOptions } from '../opening.js'
import { countText } from '../records.js'
import { createUsageCounter } from '../usage-counter.js'
import { Attempts, retried } from './attempts.js'
import { copyTo } from './backup.js'
import { PATIENT_MS, type Database } from './database.js'
import { lockOf } from './file-lock.js'
import type { LastId } from './last-id.js'
import { dropHoursBefore, readLedger, readLedgerSince, writeLedger } from './ledger.js'
import { createReplays } from '../replays/sqlite-replays.js'
import { createServedKeys } from './served-keys.js'
import { explained, faultOf, isLoss } from './store-fault.js'
import { checkInPlace, identityOf } from './store-file.js'

/** How often a server checks that its files are in their place. */
const CHECK_MS = 10_000

/** How long a statement of a serving process waits for another process. */
const SERVING_MS = 25

/** Interval of writing counts; the rest of the guaranteed 100 ms is for writing itself. */
const FLUSH_MS = 80
const RETRY_MS = 500

export interface Opened {
  readonly database: Database
  readonly created: boolean
  /** The path as the operator wrote it. */
  readonly path: string
  readonly file: string
  readonly releaseLock: () => void
  readonly lastId: LastId
}

/** The store of a server. Closing it releases the lock. */
export function serveFrom(opened: Opened, options: StoreOptions): Store {
  const { database, created, path, file, releaseLock, lastId } = opened
  const { clock, onNotice } = options
  // Survives a killed process; only a power failure can lose the latest counts.
  database.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${SERVING_MS}`)
  let hoursDroppedAt = clock.now()
  dropHoursBefore(database, hoursDroppedAt - DAY_MS)

  const writing = retried('Writing usage to the store', options)
  const inPlace = new Attempts(options, {
    begins: ({ message }) =>
      `The store is not what it was: ${message}; calls are served on, but the next start may not find what they cost`,
    ends: "The store's files are in their place again",
  })
  const thisMonth = (): number => windowAt('month', clock.now()).start
  const counter = createUsageCounter(clock)
  counter.restore(readLedgerSince(database, thisMonth()))
  const surroundings = {
    database: explained(path, database),
    lastId,
    flush: () => void writing.attempt(flush),
    onNewKeys: (ids: readonly number[]) => counter.restore(readLedgerSince(database, thisMonth(), ids)),
  }
  const served = createServedKeys(surroundings, options)
  const files = [file, lockOf(file)].map((each) => [each, identityOf(each)] as const)
  const checking = setInterval(checkFiles, CHECK_MS).unref()
  let flushing = setTimeout(flushAgain, FLUSH_MS).unref()
  let closed = false
  /** Whether counts could not be written before the end. */
  let unwritten = false

  function checkFiles(): void {
    inPlace.attempt(() => files.forEach(([each, identity]) => checkInPlace(each, identity)))
  }

  function flushAgain(): void {
    flushing = setTimeout(flushAgain, writing.attempt(flush) ? FLUSH_MS : RETRY_MS).unref()
  }

  function flush(): void {
    counter.drain((rows, lastUsed) => database.transaction(() => writeLedger(database, rows, lastUsed)))
    if (clock.now() - hoursDroppedAt < DAY_MS) return
    // Once a day only, because it scans all counts.
    hoursDroppedAt = clock.now()
    dropHoursBefore(database, hoursDroppedAt - DAY_MS)
  }

  /** Last writes before the end: logs counts that cannot be written, and saves a copy if the file was deleted or replaced. */
  function settle(): void {
    checkFiles()
    unwritten = !writing.attempt(flush)
    if (unwritten)
      counter.drain((rows) => {
        const texts = rows.map((row) => `key ${row.keyId} ${countText(row)}`)
        onNotice(`Usage that could not be written to the store: ${texts.join(', ')}`)
      })
    const kind = inPlace.fault?.kind
    if (kind !== 'gone' && kind !== 'replaced') return
    const rescue = `${file}.rescued-${new Date(clock.now()).toISOString().replaceAll(':', '')}`
    try {
      copyTo(rescue, path, database)
      onNotice(`What the server had of the store is copied to "${rescue}"`)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      onNotice(error.message)
    }
  }

  return {
    created,
    limiter: 'local',
    keys: served.keys,
    audit: served.audit,
    counters: {
      ...counter,
      ledger(window, span) {
        writing.attempt(flush)
        return readLedger(database, window, span)
      },
    },
    replays: createReplays(surroundings.database, clock),
    refresh: () => served.refresh(),
    health() {
      const fault = inPlace.fault ?? served.fault() ?? writing.fault
      if (fault === undefined) return { degraded: false }
      const why = `${fault.kind}: ${fault.message}`
      return { degraded: true, why, ...((unwritten || isLoss(fault)) && { lost: true }) }
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(checking)
      served.close()
      // A charge of the current turn reaches the counts only after its promise is settled.
      await setImmediate()
      clearTimeout(flushing)
      try {
        database.exec(`PRAGMA busy_timeout = ${PATIENT_MS}`)
        settle()
        // Also if the store was replaced: SQLite would apply a remaining write-ahead log to the new file.
        database.checkpoint()
      } catch (error) {
        // Everything is written, but stays in the write-ahead log until the next start.
        onNotice(`The store was not closed cleanly: ${faultOf(error).message}`)
      } finally {
        database.close()
        releaseLock()
      }
    },
  }
}
