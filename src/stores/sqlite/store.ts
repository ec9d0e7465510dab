/**
 * The embedded store of `sqlite:PATH`: one file, one server, and commands beside it; and that of `memory:`, without a file.
 * Guarantees: a killed server forgets at most 100 ms of counts and never a key, a closed one nothing; a second
 * server is refused; a server sees what commands changed within two seconds.
 */
import { existsSync } from 'node:fs'
import type { AdminStore, Clock, Store } from '../../access/ports.js'
import { perWindow, windowsAt } from '../../access/window.js'
import { StoreError, type StoreOptions } from '../opening.js'
import { refuseOtherFiles } from './beside-server.js'
import { openDatabase, PATIENT_MS } from './database.js'
import { takeLock } from './file-lock.js'
import { watchFiles, type FileWatch } from './file-watch.js'
import { prepareSchema } from './schema.js'
import { createSqliteKeys } from './key-store.js'
import { lastIdBeside } from './last-id.js'
import { readLedger } from './ledger.js'
import { serveFrom, type Opened } from './server-store.js'
import { explained, explaining, keepPrivate, prepareFile } from './store-file.js'

/** Opens the store for the one process that counts. Throws StoreError when it cannot, or when another does. */
export function openSqliteServer(path: string, options: StoreOptions): Store {
  const file = prepareFile(path)
  const lock = explaining(path, () => takeLock(`${file}.lock`))
  if (lock === undefined)
    throw new StoreError(
      `The store "${path}" is already in use by another server; several instances need one shared store, STORE=redis://…`,
    )
  try {
    const opened = openTables(path, file)
    const watch = (): FileWatch => watchFiles(file, opened.database)
    const files = { path, file, lock, lastId: lastIdBeside(file), watch }
    return explaining(path, () => serveFrom({ ...opened, ...files }, options))
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Opens a store without a file, which behaves as any other as long as the process lives. */
export function openMemory(options: StoreOptions): Store {
  const database = openDatabase(MEMORY, 0)
  const created = prepareSchema(database, MEMORY)
  return serveFrom({ database, created, path: MEMORY, file: MEMORY, ...NO_FILES }, options)
}

const MEMORY = ':memory:'

/** Stands where a file's lock, last id and watch would. */
const NO_FILES = {
  lock: { publish() {}, renew() {}, release() {} },
  lastId: { read: () => 0, raise() {} },
  watch: () => ({ identity: '', check() {}, close() {} }),
}

/** Opens the store to read and change keys beside a server or without one. */
export function openSqliteAdmin(path: string, clock: Clock, create: boolean): AdminStore {
  refuseOtherFiles(path)
  if (!create && !existsSync(path))
    throw new StoreError(`There is no store "${path}" yet: a server's first start or "keys create" makes it.`)
  const file = prepareFile(path)
  const { database, created } = openTables(path, file)
  const reported = explained(path, database)
  const { keys, audit } = createSqliteKeys({ database: reported, clock, lastId: lastIdBeside(file) })
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

function openTables(path: string, file: string): Pick<Opened, 'database' | 'created'> {
  return explaining(path, () => {
    const database = openDatabase(file, PATIENT_MS)
    try {
      const created = prepareSchema(database, path)
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
      keepPrivate(file)
      return { database, created }
    } catch (error) {
      database.close()
      throw error
    }
  })
}
