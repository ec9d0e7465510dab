/**
 * The embedded store as a server holds it: counts in memory, written down soon, keys read again when changed.
 * Guarantees: a count waits at most 100 ms for the file; an orderly close writes all of them or reports which it could not;
 * failing writes and files that are deleted, replaced or damaged are reported once, and calls are served on meanwhile.
 */
import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../access/ports.js'
import { DAY_MS, windowAt } from '../../access/window.js'
import { StoreError, type StoreOptions } from '../opening.js'
import { countText } from '../records.js'
import { createUsageCounter } from '../usage-counter.js'
import { copyTo } from './backup.js'
import { PATIENT_MS, type Database } from './database.js'
import type { FileLock } from './file-lock.js'
import type { FileWatch } from './file-watch.js'
import { createSqliteKeys } from './key-store.js'
import type { LastId } from './last-id.js'
import { dropHoursBefore, readLedger, readLedgerSince, writeLedger } from './ledger.js'
import { Attempts } from './attempts.js'
import { explained } from './store-file.js'
import { faultOf, isLoss } from './store-fault.js'

/** How often a server reads changes made by commands. */
const REFRESH_MS = 1_000

/** How long a statement of a serving process waits for another process. */
const SERVING_MS = 25

/** A change waits so long at most for its writing, which is tried again until it works. Of the promised 100 ms the rest is for writing. */
const FLUSH_MS = 80
const RETRY_MS = 500

export interface Opened {
  readonly database: Database
  readonly created: boolean
  /** As the operator wrote it. */
  readonly path: string
  readonly file: string
  readonly lock: FileLock
  readonly lastId: LastId
  /** Begins to watch the files. */
  readonly watch: () => FileWatch
}

/** Counts until it is closed, which releases the lock. */
export function serveFrom(opened: Opened, options: StoreOptions): Store {
  const { database, created, path, file, lock, lastId } = opened
  const { clock, onNotice } = options
  // Durable against a killed process as it is; only a power cut can take the latest counts.
  database.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${SERVING_MS}`)
  let hoursDroppedAt = clock.now()
  dropHoursBefore(database, hoursDroppedAt - DAY_MS)

  const writing = retried('Writing usage to the store', options)
  const reading = retried('Reading changed keys from the store', options)
  const watching = new Attempts(options, {
    begins: ({ message }) =>
      `The store is not what it was: ${message}; calls are served on, but the next start may not find what they cost`,
    ends: "The store's files are in their place and whole again",
  })
  const thisMonth = (): number => windowAt('month', clock.now()).start
  const counter = createUsageCounter(clock)
  counter.restore(readLedgerSince(database, thisMonth()))
  const { keys, audit, refresh } = createSqliteKeys({
    database: explained(path, database),
    clock,
    lastId,
    flush: () => void writing.attempt(flush),
    attempt: (read) => reading.attempt(read),
    onNewKeys(ids) {
      const rows = readLedgerSince(database, thisMonth())
      counter.restore(rows.filter(({ keyId }) => ids.includes(keyId)))
    },
  })
  const files = opened.watch()
  lock.publish(files.identity)
  const poll = setInterval(() => {
    watching.attempt(checkFiles)
    reading.attempt(refresh)
  }, REFRESH_MS)
  poll.unref()
  let flushing = setTimeout(flushAgain, FLUSH_MS).unref()
  let closed = false
  /** Counts that no later start will know of. */
  let unwritten = false

  function checkFiles(): void {
    try {
      lock.renew()
    } finally {
      files.check()
    }
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

  /** The last that can be done for counts and keys when this process ends and the store may not hold them. */
  function settle(): void {
    watching.attempt(checkFiles)
    unwritten = !writing.attempt(flush)
    if (unwritten)
      counter.drain((rows) => {
        const texts = rows.map((row) => `key ${row.keyId} ${countText(row)}`)
        onNotice(`Usage that could not be written to the store: ${texts.join(', ')}`)
      })
    const kind = watching.fault?.kind
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
    keys,
    audit,
    counters: {
      ...counter,
      ledger(window, span) {
        writing.attempt(flush)
        return readLedger(database, window, span)
      },
    },
    refresh,
    health() {
      const fault = watching.fault ?? writing.fault ?? reading.fault
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
      clearTimeout(flushing)
      try {
        database.exec(`PRAGMA busy_timeout = ${PATIENT_MS}`)
        settle()
        // Also of a store that was replaced: what is left beside it would be taken for the other one's.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // Everything is written; it stands beside the database until the next start puts it in its place.
        onNotice(`The store was closed untidily: ${faultOf(error).message}`)
      } finally {
        database.close()
        files.close()
        lock.release()
      }
    },
  }
}

function retried(what: string, options: StoreOptions): Attempts {
  return new Attempts(options, {
    begins: ({ message }) => `${what} fails and will be tried again: ${message}`,
    ends: `${what} works again`,
  })
}
