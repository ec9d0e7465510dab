/**
 * The file of an embedded store: made, private, and explained when it cannot be had.
 * Guarantees: readable and writable by its owner only; each failure is one StoreError sentence that names the
 * path; a file that exists is never opened here, which would drop the locks this process has on it.
 * Leaves to others: what is in the file (schema.ts).
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './database.js'
import { StoreError } from './store-error.js'

const OWNER_ONLY = 0o600

/** Makes the file and its directory where absent and returns its true path. */
export function prepareFile(path: string): string {
  return explaining(path, () => {
    makeDirectory(dirname(path))
    if (!existsSync(path)) createFile(path)
    if (!statSync(path).isFile())
      throw new StoreError(`The store "${path}" is not a file: set STORE to sqlite: and the path of a file.`)
    return realpathSync(path)
  })
}

/** Takes the rights of everybody but the owner from the store and from what SQLite keeps beside it. */
export function keepPrivate(path: string): void {
  for (const each of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(each) && (statSync(each).mode & 0o077) !== 0) chmodSync(each, OWNER_ONLY)
  }
}

/** Step by step: Node's own recursive mkdir never returns on file systems that refuse with ENOENT, such as /proc. */
function makeDirectory(path: string): void {
  const parent = dirname(path)
  if (existsSync(path) || parent === path) return
  makeDirectory(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    // Another process of ours was quicker: the file is there, which is all that matters.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Runs `open` and turns what the system or SQLite says against it into a sentence. */
export function explaining<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(`The store "${path}" cannot be opened: ${reasonOf(error)}.`, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOENT: 'its directory cannot be made',
  SQLITE_NOTADB: 'the file is not a database',
  SQLITE_CORRUPT: 'the database is damaged',
  SQLITE_READONLY: 'the file is read-only',
  SQLITE_FULL: 'the disk is full',
  SQLITE_BUSY: 'another program keeps it locked',
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const reason = REASONS[code]
  if (reason !== undefined) return `${reason} (${code})`
  return error instanceof Error ? error.message.replace(/\s+/g, ' ').replace(/\.$/, '') : String(error)
}
