/**
 * What can be wrong with the embedded store, by class.
 * Guarantees: every failure becomes one of a few named classes with one sentence, for log, readiness and metrics.
 */
import { codeOf } from './database.js'

/** `gone`, `replaced`: another file, or none, stands in the place of the one that is open. */
export type FaultClass = 'gone' | 'replaced' | 'damaged' | 'full' | 'read-only' | 'busy' | 'other'

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

/** Whether the next start would find another state than this process serves. */
export function isLoss({ kind }: StoreFault): boolean {
  return kind === 'gone' || kind === 'replaced' || kind === 'damaged'
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
