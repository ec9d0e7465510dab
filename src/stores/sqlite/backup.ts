/**
 * Copies the embedded store, also while a server uses it.
 * Guarantees: the copy is a consistent snapshot in the same format, readable by its owner only; never replaces a file; a failed
 * copy is removed.
 */
import { existsSync, rmSync } from 'node:fs'
import { openDatabase, PATIENT_MS, type Database } from './database.js'
import { refuseOtherFile } from './file-lock.js'
import { isStore } from './schema.js'
import { StoreError } from '../opening.js'
import { explaining, faultOf } from './store-fault.js'
import { writeNew } from './store-file.js'

/** Copies the store at `path`. Throws StoreError. */
export function backUpSqlite(path: string, target: string): void {
  refuseOtherFile(path)
  if (!existsSync(path)) throw new StoreError(`There is no store "${path}" to back up.`)
  const database = explaining(path, () => openDatabase(path, PATIENT_MS))
  try {
    if (!explaining(path, () => isStore(database))) throw new StoreError(`"${path}" is not a store of Robe.`)
    copyTo(target, path, database)
  } finally {
    database.close()
  }
}

/** Copies the database of the store at `path`. Throws StoreError. */
export function copyTo(target: string, path: string, database: Database): void {
  // SQLite accepts an empty target file, so the permissions are set before any data is written.
  const why = writeNew(target, '')
  if (why !== undefined) throw new StoreError(`The backup "${target}" cannot be written: ${why}.`)
  try {
    database.run('VACUUM INTO ?', target)
  } catch (error) {
    rmSync(target, { force: true })
    throw new StoreError(`The store "${path}" cannot be copied to "${target}": ${faultOf(error).message}.`, {
      cause: error,
    })
  }
}
