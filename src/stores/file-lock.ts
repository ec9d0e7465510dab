/**
 * One server per embedded store: a lock that the system itself lets go of when the process dies.
 * Guarantees: of two holders one is refused at once, in the same process or another; kill -9 frees the lock.
 * Leaves to others: what to tell the one who is refused (sqlite.ts).
 *
 * The lock is an exclusive transaction on a second, empty SQLite file beside the store. Nothing else may open
 * that file: closing any other handle on it would drop the lock of the whole process.
 */
import { isBusy, openDatabase } from './database.js'

export interface FileLock {
  release(): void
}

/** Takes the lock, or returns undefined when somebody holds it. The file must exist (or be creatable). */
export function takeLock(path: string): FileLock | undefined {
  const database = openDatabase(path, 0)
  try {
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return {
    release() {
      database.exec('ROLLBACK')
      database.close()
    },
  }
}
