/**
 * Opens the embedded stores: `sqlite:PATH`, one file for one server and concurrent commands, and `memory:`, without a file.
 * Guarantees: a killed server loses at most 100 ms of counts and no keys, a closed one nothing; a second server is refused; a server
 * sees changes of commands within two seconds.
 */
import { existsSync } from 'node:fs'
import type { AdminStore, Clock, Store } from '../../access/ports.js'
import { perWindow, windowsAt } from '../../access/window.js'
import { StoreError, type StoreOptions } from '../opening.js'
import { openDatabase, PATIENT_MS } from './database.js'
import { refuseOtherFile, takeLock } from './file-lock.js'
import { prepareSchema } from './schema.js'
import { createKeyStore } from './key-store.js'
import { lastIdBeside } from './last-id.js'
import { readLedger } from './ledger.js'
import { serveFrom, type Opened } from './server-store.js'
import { explained, explaining } from './store-fault.js'
import { keepPrivate, prepareFile } from './store-file.js'

/** Opens the store for the server. Throws StoreError if that fails, or if another server uses it. */
export function openSqliteServer(path: string, options: StoreOptions): Store {
  const file = prepareFile(path)
  const releaseLock = explaining(path, () => takeLock(file))
  if (releaseLock === undefined)
    throw new StoreError(
      `The store "${path}" is already in use by another server; several instances need one shared store, STORE=redis://…`,
    )
  try {
    const opened = openTables(path, file)
    return explaining(path, () => serveFrom({ ...opened, path, file, releaseLock }, options))
  } catch (error) {
    releaseLock()
    throw error
  }
}

/** Opens a store without a file; its data is lost when the process exits. */
export function openMemory(options: StoreOptions): Store {
  const database = openDatabase(MEMORY, 0)
  const created = prepareSchema(database, MEMORY)
  const lastId = { read: () => 0, raise() {} }
  return serveFrom({ database, created, lastId, path: MEMORY, file: MEMORY, releaseLock() {} }, options)
}

const MEMORY = ':memory:'

/** Opens the store for a command, with or without a running server. Throws StoreError. */
export function openSqliteAdmin(path: string, clock: Clock, create: boolean): AdminStore {
  refuseOtherFile(path)
  if (!create && !existsSync(path))
    throw new StoreError(`There is no store "${path}" yet: a server's first start or "keys create" makes it.`)
  const file = prepareFile(path)
  const { database, created, lastId } = openTables(path, file)
  const reported = explained(path, database)
  const { keys, audit } = createKeyStore({ database: reported, clock, lastId })
  return {
    created,
    keys,
    audit,
    counters: {
      usage(keyId) {
        const windows = windowsAt(clock.now())
        return perWindow((name) => {
          const rows = readLedger(reported, name, windows[name])
          return rows.find((row) => row.keyId === keyId)?.count ?? 0
        })
      },
      ledger: (window, span) => readLedger(reported, window, span),
    },
    close: () => database.close(),
  }
}

function openTables(path: string, file: string): Pick<Opened, 'database' | 'created' | 'lastId'> {
  return explaining(path, () => {
    const lastId = lastIdBeside(file)
    const database = openDatabase(file, PATIENT_MS)
    try {
      // An empty file where keys were created is a lost store, not a new one.
      const created = prepareSchema(database, path) && lastId.read() === 0
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
      keepPrivate(file)
      return { database, created, lastId }
    } catch (error) {
      database.close()
      throw error
    }
  })
}
