/**
 * The one place that turns errors of SQLite and the system into faults of the embedded store.
 * Guarantees: every fault has one of a few classes and one sentence, for the log, readiness, metrics and commands.
 */
import { eachCall } from '../each-call.js'
import { StoreError } from '../opening.js'
import { codeOf, type Database } from './database.js'

/**
 * `gone`, `replaced`: another file, or none, is in the place of the one that is open. `emptied`: keys were made here, and
 * none is left.
 */
export type FaultClass = 'gone' | 'replaced' | 'emptied' | 'damaged' | 'full' | 'read-only' | 'busy' | 'other'

export class StoreFault extends Error {
  override readonly name = 'StoreFault'

  constructor(
    readonly kind: FaultClass,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Whether keys or counts are lost, or will be at the next start. */
export function isLoss({ kind }: StoreFault): boolean {
  return ['gone', 'replaced', 'emptied', 'damaged'].includes(kind)
}

/** By how codes begin: SQLite adds details to the end of its own. The first that fits counts. */
const CODES: readonly (readonly [code: string, kind: FaultClass, reason: string])[] = [
  ['ENOSPC', 'full', 'the disk is full'],
  ['EDQUOT', 'full', 'the quota is used up'],
  ['SQLITE_FULL', 'full', 'the disk is full'],
  ['SQLITE_IOERR_SHMSIZE', 'full', 'the disk is full'],
  ['EROFS', 'read-only', 'the file system is read-only'],
  ['EACCES', 'read-only', 'this user may not write there'],
  ['EPERM', 'read-only', 'this user may not write there'],
  ['SQLITE_READONLY', 'read-only', 'the file is read-only'],
  ['SQLITE_CORRUPT', 'damaged', 'the database is damaged'],
  ['SQLITE_NOTADB', 'damaged', 'the file is not a database'],
  ['SQLITE_BUSY', 'busy', 'another program keeps it locked'],
  ['SQLITE_CANTOPEN', 'other', 'a file cannot be opened or made there; is it read-only, or another user’s?'],
  ['SQLITE_IOERR', 'other', 'the disk cannot be read or written'],
  ['ENOTDIR', 'other', 'a part of its path is a file'],
  ['EEXIST', 'other', 'a part of its path is a file'],
  ['ENOENT', 'other', 'its directory cannot be made'],
]

/** The fault behind whatever the system or SQLite threw. */
export function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  const code = codeOf(error)
  if (code === '' && error instanceof Error && error.cause !== undefined) return faultOf(error.cause)
  const [, kind = 'other', reason] = CODES.find(([begin]) => code.startsWith(begin)) ?? []
  const plain = error instanceof Error ? error.message.replace(/\s+/g, ' ').replace(/\.$/, '') : String(error)
  return new StoreFault(kind, reason === undefined ? plain : `${reason} (${code})`, { cause: error })
}

/** Runs `work` and turns a fault into a StoreError; a defect of ours stays what it is. */
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

/** The same database, which throws only StoreErrors and defects of ours. */
export function explained(path: string, database: Database): Database {
  return eachCall(database, (call) => explaining(path, call, 'used'))
}
