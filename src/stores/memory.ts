/**
 * The store of `memory:`: an embedded store without a file, for tests and for trying things out.
 * Guarantees: the same behaviour as any other store as long as the process lives; when it closes, all is gone.
 */
import type { Store } from '../access/ports.js'
import type { StoreOptions } from './options.js'
import { openDatabase } from './sqlite/database.js'
import { prepareSchema } from './sqlite/schema.js'
import { serveFrom } from './sqlite/server-store.js'

const PATH = ':memory:'

/** Stands where a file's path, lock and watch would. */
const NO_FILES = {
  path: PATH,
  file: PATH,
  lock: { publish() {}, renew() {}, release() {} },
  lastId: { read: () => 0, raise() {} },
  watch: () => ({ identity: '', check() {}, close() {} }),
}

export function openMemory(options: StoreOptions): Store {
  const database = openDatabase(PATH, 0)
  return serveFrom({ database, created: prepareSchema(database, PATH), ...NO_FILES }, options)
}
