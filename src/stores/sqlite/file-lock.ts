/**
 * A lock that allows one server per embedded store, released by the system when the process dies.
 * Guarantees: a second holder is refused at once, in the same process or another; kill -9 releases the lock; commands can read which
 * file the holder uses, and refuse to work on another one.
 *
 * The lock is an open write transaction on a second SQLite file beside the store. Nothing but SQLite may open that
 * file in the holder's process: closing any other handle on it would drop the lock of the whole process.
 */
import { existsSync } from 'node:fs'
import { StoreError } from '../opening.js'
import { isBusy, openDatabase } from './database.js'
import { explaining } from './store-fault.js'
import { identityOf, prepareFile, truePath } from './store-file.js'

/** Other processes hold the lock for less than a millisecond at a time. */
const BRIEF_MS = 250

/** Takes the lock of the store file. Returns a function that releases it; undefined if another server holds it. */
export function takeLock(file: string): (() => void) | undefined {
  const path = prepareFile(lockOf(file))
  const database = openDatabase(path, BRIEF_MS)
  try {
    database.exec(
      'BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (files TEXT NOT NULL); DELETE FROM holder',
    )
    database.run('INSERT INTO holder (files) VALUES (?)', identityOf(file))
    // Another server may take the lock in between; then this one fails to take it again.
    database.exec('COMMIT; BEGIN IMMEDIATE')
    return () => database.close()
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

export function lockOf(file: string): string {
  return `${file}.lock`
}

/**
 * Throws StoreError for a command if its store file is not the one that the running server has open, because SQLite would apply the
 * server's write-ahead log to the other file. Creates nothing.
 */
export function refuseOtherFile(path: string): void {
  const file = truePath(path)
  const used = explaining(path, () => holderOf(lockOf(file)))
  if (used === undefined || used === identityOf(file)) return
  throw new StoreError(
    `The store "${path}" was deleted or replaced under the server that uses it: stop that server, then put the file in its place.`,
  )
}

/** The identity of the file used by the holder of the lock; undefined if the lock is free. */
function holderOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const database = openDatabase(path, BRIEF_MS)
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return undefined
  } catch (error) {
    if (!isBusy(error)) throw error
    // Earlier releases wrote three identities, that of the database first.
    return String(database.single('SELECT files FROM holder')).split(' ')[0]
  } finally {
    database.close()
  }
}
