/**
 * The file of an embedded store: made, private, and explained when it cannot be had.
 * Guarantees: readable and writable by its owner only; each failure is one StoreError sentence that names the
 * path; a file that exists is never opened here, which would drop the locks this process has on it.
 */
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { eachCall } from '../each-call.js'
import { StoreError } from '../opening.js'
import { codeOf, type Database } from './database.js'
import { faultOf, StoreFault } from './store-fault.js'

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

/** Runs `work` and turns what the system or SQLite says against it into a sentence; a defect of ours stays what it is. */
export function explaining<T>(path: string, work: () => T, done: 'opened' | 'used' = 'opened'): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreError || (codeOf(error) === '' && !(error instanceof StoreFault))) throw error
    throw new StoreError(`The store "${path}" cannot be ${done}: ${faultOf(error).message}.`, {
      cause: error,
    })
  }
}

/** The same database, which throws nothing but StoreErrors and defects of ours. */
export function explained(path: string, database: Database): Database {
  return eachCall(database, (call) => explaining(path, call, 'used'))
}
