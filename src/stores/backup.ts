/**
 * A copy of the embedded store while a server uses it.
 * Guarantees: the copy is one moment's whole content, of the release that wrote it, readable by its owner only; it never replaces a file, and
 * nothing is left of one that failed.
 * Leaves to others: stores that are copied by means of their own (Redis).
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { codeOf, openDatabase } from './database.js'
import { isStore } from './schema.js'
import { StoreError } from './store-error.js'
import { explaining } from './store-file.js'

/** How long the copy waits for a server that is writing. */
const PATIENT_MS = 5_000

/** Copies the store at `path`. Throws StoreError. */
export function backUpSqlite(path: string, target: string): void {
  if (!existsSync(path)) throw new StoreError(`There is no store "${path}" to back up.`)
  makeEmpty(target)
  try {
    explaining(path, () => {
      const database = openDatabase(path, PATIENT_MS)
      try {
        if (!isStore(database)) throw new StoreError(`"${path}" is not a store of Robe.`)
        database.run('VACUUM INTO ?', target)
      } finally {
        database.close()
      }
    })
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  }
}

/** SQLite takes an empty file for its copy: so the rights are right before anything stands in it. */
function makeEmpty(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600))
  } catch (error) {
    const why = codeOf(error) === 'EEXIST' ? 'it is there already, and is not replaced' : codeOf(error)
    throw new StoreError(`The backup "${target}" cannot be written: ${why}.`)
  }
}
