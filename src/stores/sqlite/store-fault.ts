/**
 * Converts errors of SQLite and the system into faults of the embedded store.
 * Guarantees: every fault has one of a few classes and a one-sentence message, for log, readiness, metrics and commands.
 */
import { eachCall } from '../each-call.js'
import { StoreError } from '../opening.js'
import { codeOf, type Database } from './database.js'

/**
 * `gone`, `replaced`: the path of the open file has no file, or another one. `emptied`: keys were created here, and none is left.
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

/** Whether keys or counts are lost, or will be after a restart. */
export function isLoss({ kind }: StoreFault): boolean {
  return ['gone', 'replaced', 'emptied', 'damaged'].includes(kind)
}

/** Faults by prefix of the error code, because SQLite appends details. The first match applies. */
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

/** The fault for an error thrown by the system or SQLite. */
export function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  const code = codeOf(error)
  if (code === '' && error instanceof Error && error.cause !== undefined) return faultOf(error.cause)
  const [, kind = 'other', reason] = CODES.find(([begin]) => code.startsWith(begin)) ?? []
  const plain = error instanceof Error ? error.message.replace(/\s+/g, ' ').replace(/\.$/, '') : String(error)
  return new StoreFault(kind, reason === undefined ? plain : `${reason} (${code})`, { cause: error })
}

/** Runs `work` and converts faults into StoreError; other exceptions pass unchanged. */
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

/** A database whose methods throw StoreError instead of errors of SQLite. */
export function explained(path: string, database: Database): Database {
  return eachCall(database, (call) => explaining(path, call, 'used'))
}
