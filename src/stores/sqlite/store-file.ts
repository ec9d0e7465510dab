/**
 * The file of an embedded store: made, private, and told apart from another in its place.
 * Guarantees: readable and writable by its owner only; a file that exists is never opened here, which would drop the locks
 * this process has on it.
 */
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../opening.js'
import { codeOf } from './database.js'
import { explaining, StoreFault } from './store-fault.js'

const OWNER_ONLY = 0o600

/** Makes the file and its directory where absent and returns its true path. */
export function prepareFile(path: string): string {
  return explaining(path, () => {
    makeDirectory(dirname(path))
    if (!existsSync(path)) unlessThere(() => writeFileSync(path, '', { flag: 'wx', mode: OWNER_ONLY }))
    if (!statSync(path).isFile())
      throw new StoreError(`The store "${path}" is not a file: set STORE to sqlite: and the path of a file.`)
    return realpathSync(path)
  })
}

/** The path without symbolic links, as far as it exists. */
export function truePath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const directory = dirname(path)
  return existsSync(directory) ? join(realpathSync(directory), basename(path)) : path
}

/** Device and inode of a file; '' when there is none. */
export function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev}:${found.ino}`
}

/** Throws StoreFault when the file of this identity is no longer at the path. */
export function checkInPlace(path: string, identity: string): void {
  const found = statSync(path, { throwIfNoEntry: false })?.size ? identityOf(path) : ''
  if (found === identity) return
  const [kind, what] =
    found === '' ? (['gone', 'deleted, moved away or emptied'] as const) : (['replaced', 'replaced'] as const)
  throw new StoreFault(kind, `the store's file "${path}" was ${what} under the running server`)
}

/** Writes a new file, its owner's alone. Returns why the system does not let it; undefined: it is written. */
export function writeNew(path: string, text: string): string | undefined {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: OWNER_ONLY })
    return undefined
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    return code === 'EEXIST' ? 'it is there already, and is not replaced' : code
  }
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
  unlessThere(() => mkdirSync(path, { mode: 0o700 }))
}

/** Another process of ours may be quicker: then it is there, which is all that matters. */
function unlessThere(make: () => void): void {
  try {
    make()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
