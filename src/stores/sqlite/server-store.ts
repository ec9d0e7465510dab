/**
 * The embedded store as a server holds it: counts in memory, written soon after; keys in memory, read again when changed.
 * Guarantees: a count waits at most 100 ms for the file; an orderly close writes all counts or reports which it could not;
 * failing writes, lost keys and a file that is deleted or replaced are reported once, and calls are served meanwhile.
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
import { createServedKeys } from './served-keys.js'
import { explained, faultOf, isLoss } from './store-fault.js'
import { checkInPlace, identityOf } from './store-file.js'

/** How often a server checks that its files are in their place. */
const CHECK_MS = 10_000

/** How long a statement of a serving process waits for another process. */
const SERVING_MS = 25

/** A count waits at most this long before it is written; the rest of the promised 100 ms is for the writing. */
const FLUSH_MS = 80
const RETRY_MS = 500

export interface Opened {
  readonly database: Database
  readonly created: boolean
  /** As the operator wrote it. */
  readonly path: string
  readonly file: string
  readonly releaseLock: () => void
  readonly lastId: LastId
}

/** Counts until it is closed, which releases the lock. */
export function serveFrom(opened: Opened, options: StoreOptions): Store {
  const { database, created, path, file, releaseLock, lastId } = opened
  const { clock, onNotice } = options
  // Durable against a killed process as it is; only a power cut can take the latest counts.
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
  /** Counts that no later start will know of. */
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
    // Looks through all counts there are, which is too much for each time that some are written.
    hoursDroppedAt = clock.now()
    dropHoursBefore(database, hoursDroppedAt - DAY_MS)
  }

  /** Does the last that can be done for counts and keys when this process ends and the store may not hold them. */
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
      // A charge made in this very turn is not in the ledger before its answer has been awaited.
      await setImmediate()
      clearTimeout(flushing)
      try {
        database.exec(`PRAGMA busy_timeout = ${PATIENT_MS}`)
        settle()
        // Also of a store that was replaced: a log left beside it would be taken for the other one's.
        database.checkpoint()
      } catch (error) {
        // Everything is written; it is in the log beside the database until the next start.
        onNotice(`The store was closed untidily: ${faultOf(error).message}`)
      } finally {
        database.close()
        releaseLock()
      }
    },
  }
}
