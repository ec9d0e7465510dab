/**
 * The embedded store of `sqlite:PATH`: one file, one server, and commands beside it; and that of `memory:`, without a file.
 * Guarantees: a killed server forgets at most 100 ms of counts and never a key, a closed one nothing; a second
 * server is refused; a server sees what commands changed within two seconds.
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

/** Opens the store for the one process that counts. Throws StoreError when it cannot, or when another does. */
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

/** Opens a store without a file, which behaves as any other as long as the process lives. */
export function openMemory(options: StoreOptions): Store {
  const database = openDatabase(MEMORY, 0)
  const created = prepareSchema(database, MEMORY)
  const lastId = { read: () => 0, raise() {} }
  return serveFrom({ database, created, lastId, path: MEMORY, file: MEMORY, releaseLock() {} }, options)
}

const MEMORY = ':memory:'

/** Opens the store to read and change keys beside a server or without one. */
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
      // An empty file in a place where keys were made is a store that was lost, not a new one.
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
