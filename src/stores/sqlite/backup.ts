/**
 * A copy of the embedded store while a server uses it.
 * Guarantees: the copy is one moment's whole content, of the release that wrote it, readable by its owner
 * only; it never replaces a file, and nothing is left of one that failed.
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

/** Copies what the database of the store at `path` holds. Throws StoreError. */
export function copyTo(target: string, path: string, database: Database): void {
  // SQLite takes an empty file for its copy: so the rights are right before anything stands in it.
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
