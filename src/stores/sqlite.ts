/**
 * The embedded store of `sqlite:PATH`: one file, one server, and commands beside it.
 * Guarantees: a killed server forgets at most 100 ms of counts and never a key, a closed one nothing; a second
 * server is refused; a server sees what commands changed within two seconds.
 * Leaves to others: counting (tally.ts), keys (key-cache.ts), statements (*-table.ts), the file (store-file.ts).
 */
import { setImmediate } from 'node:timers/promises'
import type { Clock, Counters, Store } from '../access/ports.js'
import { DAY_MS, perWindow, windowAt, windowsAt } from '../access/window.js'
import { auditLine } from './audit-line.js'
import type { Database } from './database.js'
import { openDatabase } from './database.js'
import type { FileLock } from './file-lock.js'
import { takeLock } from './file-lock.js'
import { createFlusher } from './flusher.js'
import { createKeyCache } from './key-cache.js'
import type { KeyCache } from './key-cache.js'
import { dropHoursBefore, readLedger, writeLedger } from './ledger-table.js'
import { insertAuditLine, prepareSchema, readAuditLines } from './schema.js'
import { explaining, keepPrivate, prepareFile } from './store-file.js'
import { StoreError } from './store-error.js'
import { createTally } from './tally.js'
import { guardedBy } from './trouble.js'

/** How often a server looks for changes made by commands. */
const REFRESH_MS = 1_000

/** How long a statement waits for another process: while opening, closing or in a command; while serving. */
const PATIENT_MS = 5_000
const SERVING_MS = 25

interface Opened {
  readonly database: Database
  readonly created: boolean
}

/** Opens the store for the one process that counts. Throws StoreError when it cannot, or when another does. */
export function openSqliteServer(path: string, clock: Clock, onTrouble: (line: string) => void): Store {
  const file = prepareFile(path)
  const lock = lockOf(path, file)
  try {
    return serve(openTables(path, file), lock, clock, onTrouble)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Opens the store to read and change keys beside a server or without one. Its counters only tell. */
export function openSqliteCommand(path: string, clock: Clock): Store {
  const { database, created } = openTables(path, prepareFile(path))
  const cache = createKeyCache(database, () => undefined)
  return {
    ...doorsOf(database, cache, clock),
    created,
    counters: countersToRead(database, clock),
    close: () => database.close(),
  }
}

function serve(opened: Opened, lock: FileLock, clock: Clock, onTrouble: (line: string) => void): Store {
  const { database, created } = opened
  // Durable against a killed process as it is; only a power cut can take the latest counts.
  database.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${SERVING_MS}`)
  let hoursDroppedAt = clock.now()
  dropHoursBefore(database, hoursDroppedAt - DAY_MS)

  const restored = readLedger(database, windowAt('month', clock.now()).start)
  const writing = guardedBy('Writing usage to the store', onTrouble)
  const reading = guardedBy('Reading changed keys from the store', onTrouble)
  const flusher = createFlusher(() => writing(flush))
  const tally = createTally({ clock, restored, onDirty: flusher.wake })
  const cache = createKeyCache(database, tally.lastUsedAt)
  const poll = setInterval(() => reading(cache.refresh), REFRESH_MS)
  poll.unref()
  let closed = false

  function flush(): void {
    tally.drain((rows, lastUsed) => writeLedger(database, rows, lastUsed))
    if (clock.now() - hoursDroppedAt < DAY_MS) return
    hoursDroppedAt = clock.now()
    dropHoursBefore(database, hoursDroppedAt - DAY_MS)
  }

  return {
    ...doorsOf(database, cache, clock),
    created,
    counters: tally,
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

function doorsOf(
  database: Database,
  cache: KeyCache,
  clock: Clock,
): Pick<Store, 'keys' | 'audit' | 'refresh'> {
  return {
    keys: cache.keys,
    audit: {
      record: (event) => insertAuditLine(database, auditLine(event, clock.now())),
      lines: () => readAuditLines(database),
    },
    refresh: cache.refresh,
  }
}

/** A command sees what the server has written; two processes must never count one key. */
function countersToRead(database: Database, clock: Clock): Counters {
  const refused = (): never => {
    throw new Error('only a server counts calls')
  }
  return {
    charge: refused,
    refund: refused,
    touch: refused,
    usage(keyId) {
      const windows = windowsAt(clock.now())
      const rows = readLedger(database, windows.month.start).filter((row) => row.keyId === keyId)
      return perWindow((name) => {
        return rows.find((row) => row.window === name && row.start === windows[name].start)?.count ?? 0
      })
    },
  }
}

function lockOf(path: string, file: string): FileLock {
  const lockPath = `${file}.lock`
  prepareFile(lockPath)
  const lock = explaining(path, () => takeLock(lockPath))
  if (lock !== undefined) return lock
  throw new StoreError(
    `The store "${path}" is already in use by another server; several instances need one shared store, STORE=redis://…`,
  )
}

function openTables(path: string, file: string): Opened {
  return explaining(path, () => {
    const database = openDatabase(file, PATIENT_MS)
    try {
      const state = prepareSchema(database)
      if (state === 'foreign')
        throw new StoreError(
          `The store "${path}" is a database of another program: set STORE to another path.`,
        )
      if (state === 'newer')
        throw new StoreError(
          `The store "${path}" was written by a newer release: start that release, or set STORE to another path.`,
        )
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
      keepPrivate(file)
      return { database, created: state === 'created' }
    } catch (error) {
      database.close()
      throw error
    }
  })
}
