/**
 * Creates the file of an embedded store, keeps it private, and detects replacement.
 * Guarantees: readable and writable by its owner only; never opens an existing file, which would drop this process's locks on it.
 */
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../opening.js'
import { codeOf } from './database.js'
import { explaining, StoreFault } from './store-fault.js'

const OWNER_ONLY = 0o600

/** Creates the file and its directory if absent, and returns the real path. Throws StoreError. */
export function prepareFile(path: string): string {
  return explaining(path, () => {
    makeDirectory(dirname(path))
    if (!existsSync(path)) ignoringExisting(() => writeFileSync(path, '', { flag: 'wx', mode: OWNER_ONLY }))
    if (!statSync(path).isFile())
      throw new StoreError(`The store "${path}" is not a file: set STORE to sqlite: and the path of a file.`)
    return realpathSync(path)
  })
}

/** The path with symbolic links resolved, as far as it exists. */
export function truePath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const directory = dirname(path)
  return existsSync(directory) ? join(realpathSync(directory), basename(path)) : path
}

/** Device and inode of a file; '' if there is none. */
export function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev}:${found.ino}`
}

/** Throws StoreFault if the file with this identity is no longer at the path. */
export function checkInPlace(path: string, identity: string): void {
  const found = statSync(path, { throwIfNoEntry: false })?.size ? identityOf(path) : ''
  if (found === identity) return
  const [kind, what] =
    found === '' ? (['gone', 'deleted, moved away or emptied'] as const) : (['replaced', 'replaced'] as const)
  throw new StoreFault(kind, `the store's file "${path}" was ${what} under the running server`)
}

/** Writes a new file for its owner only. Returns the reason if that fails; undefined on success. */
export function writeNew(path: string, text: string): string | undefined {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: OWNER_ONLY })
    return undefined
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    return code === 'EEXIST' ? 'it exists already and is not replaced' : code
  }
}

/** Removes permissions of group and others from the store and the files that SQLite keeps next to it. */
export function keepPrivate(path: string): void {
  for (const each of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(each) && (statSync(each).mode & 0o077) !== 0) chmodSync(each, OWNER_ONLY)
  }
}

/** Creates directories one by one, because Node's recursive mkdir never returns on file systems that refuse with ENOENT, such as /proc. */
function makeDirectory(path: string): void {
  const parent = dirname(path)
  if (existsSync(path) || parent === path) return
  makeDirectory(parent)
  ignoringExisting(() => mkdirSync(path, { mode: 0o700 }))
}

/** Ignores that it exists already, as when another process was faster. */
function ignoringExisting(make: () => void): void {
  try {
    make()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
