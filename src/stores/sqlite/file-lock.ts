/**
 * One server per embedded store: a lock that the system itself lets go of when the process dies.
 * Guarantees: of two holders one is refused at once, in the same process or another; kill -9 frees the lock; which files
 * the holder uses can be read beside it; a holder whose lock file was deleted takes the lock anew.
 *
 * The lock is an open write transaction on a second SQLite file beside the store. Nothing but SQLite may open that
 * file in the holder's process: closing any other handle on it would drop the lock of the whole process.
 */
import { existsSync } from 'node:fs'
import { isBusy, openDatabase, type Database } from './database.js'
import { StoreFault } from './store-fault.js'
import { inodeOf } from './store-files.js'
import { prepareFile } from './store-file.js'

/** Others hold the lock for less than a millisecond at a time. */
const BRIEF_MS = 250

export type FileLock = NonNullable<ReturnType<typeof takeLock>>

/** Takes the lock, or returns undefined when somebody holds it. Makes the file where it is absent. */
export function takeLock(path: string) {
  const held = hold(path)
  if (held === undefined) return undefined
  let database = held
  let identity = inodeOf(path)
  let published = ''

  /** Lets `holderOf` answer which files are used. */
  function publish(files: string): void {
    published = files
    database.exec('CREATE TABLE IF NOT EXISTS holder (files TEXT NOT NULL); DELETE FROM holder')
    database.run('INSERT INTO holder (files) VALUES (?)', files)
    // A server that takes the lock in between begins to serve, and this one does not.
    database.exec('COMMIT; BEGIN IMMEDIATE')
  }

  return {
    publish,
    /** Takes the lock anew when its file was deleted or replaced. Throws StoreFault when somebody else has it by then. */
    renew(): void {
      if (inodeOf(path) === identity) return
      const again = hold(path)
      if (again === undefined)
        throw new StoreFault('replaced', `another server has taken the place of the lock "${path}"`)
      database.close()
      database = again
      publish(published)
      identity = inodeOf(path)
    },
    release: (): void => database.close(),
  }
}

/** Which files the holder of the lock uses, as it published them; '' when it has not yet. Undefined: nobody holds it. */
export function holderOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const database = openDatabase(path, BRIEF_MS)
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return undefined
  } catch (error) {
    if (!isBusy(error)) throw error
    const isNamed = database.single("SELECT count(*) FROM sqlite_schema WHERE name = 'holder'") === 1
    return isNamed ? String(database.single('SELECT files FROM holder')) : ''
  } finally {
    database.close()
  }
}

function hold(path: string): Database | undefined {
  prepareFile(path)
  const database = openDatabase(path, BRIEF_MS)
  try {
    database.exec('BEGIN IMMEDIATE')
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
