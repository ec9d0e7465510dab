/**
 * Whether the files of an open store are still the ones that were opened, and whole.
 * Guarantees: noticed are files that were deleted, moved away or replaced, a database that begins with other bytes, and
 * damage inside a small database or inside the keys of a large one. Damage to counts and audit of a large database is found
 * when they are read or written.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Database } from './database.js'
import { faultOf, StoreFault } from './store-fault.js'
import { filesAt, identityOf } from './store-files.js'

export type FileWatch = ReturnType<typeof watchFiles>

/** SQLite's mark, the size of pages and the format: what never changes in the life of a database. */
const CONSTANT_BYTES = 24

/** A whole check takes about 4 ms for so much. */
const WHOLE_CHECK_BYTES = 1 << 20

export function watchFiles(file: string, database: Database) {
  const opened = filesAt(file)
  // Held as long as the database is open: closing any handle on its file drops the locks that this process has on it.
  const handle = openSync(file, 'r')
  const beginning = beginningOf(handle)
  let checked = ''

  /** Throws StoreFault. */
  function check(): void {
    for (const [place, { path, identity }] of filesAt(file).entries()) {
      if (identity === opened[place]?.identity) continue
      const [kind, what] =
        identity === ''
          ? (['gone', 'deleted, moved away or emptied'] as const)
          : (['replaced', 'replaced'] as const)
      throw new StoreFault(kind, `the store's file "${path}" was ${what} under the running server`)
    }
    if (!beginningOf(handle).equals(beginning)) throw damaged(file)
    // Only a checkpoint of SQLite writes to the database itself, and whatever should not.
    const { size, mtimeMs } = fstatSync(handle)
    const written = `${size} ${mtimeMs}`
    if (written === checked) return
    if (!isWhole(database, size)) throw damaged(file)
    checked = written
  }

  return {
    /** What `identityOf` said of the files when they were opened. */
    identity: identityOf(opened),
    check,
    /** To be called once the database is closed, and not before. */
    close: (): void => closeSync(handle),
  }
}

function damaged(file: string): StoreFault {
  return new StoreFault('damaged', `the store's file "${file}" was damaged under the running server`)
}

function beginningOf(handle: number): Buffer {
  const bytes = Buffer.alloc(CONSTANT_BYTES)
  readSync(handle, bytes, 0, CONSTANT_BYTES, 0)
  return bytes
}

function isWhole(database: Database, size: number): boolean {
  const checks =
    size <= WHOLE_CHECK_BYTES ? ['quick_check(1)'] : ['quick_check(keys)', 'quick_check(secrets)']
  try {
    // What SQLite remembers of the file would be checked instead of the file.
    database.exec('PRAGMA shrink_memory')
    return checks.every((check) => database.single(`PRAGMA ${check}`) === 'ok')
  } catch (error) {
    if (faultOf(error).kind === 'damaged') return false
    throw error
  }
}
