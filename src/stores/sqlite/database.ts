/**
 * The SQLite library, as narrow as the embedded store needs it: the only file that knows which one it is.
 * Guarantees: synchronous; rows are plain values; a busy or foreign file is distinguished from a defect.
 */
import Libsql = require('libsql')
import { onceEach } from '../../common/memo.js'

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

export type Database = ReturnType<typeof openDatabase>

/** How long a statement may wait for another process where nobody waits for an answer to a call. */
export const PATIENT_MS = 5_000

/** Stands for a list of values that is given as JSON. */
export const IDS = '(SELECT value FROM json_each(?))'

/** Opens the file, creating it when absent. `busyMs`: how long a statement waits for another process. */
export function openDatabase(path: string, busyMs: number) {
  const connection = connectionTo(path)
  connection.exec(`PRAGMA busy_timeout = ${busyMs}`)
  const statements = new Map<string, ReturnType<typeof connection.prepare>>()
  const statement = onceEach((sql: string) => connection.prepare(sql), statements)

  // The values go in as one array: the library cannot take a single null by itself.
  function all(sql: string, ...values: readonly Value[]): readonly Row[] {
    return statement(sql).all(values) as Row[]
  }

  return {
    /** Runs statements that take and return nothing. */
    exec(sql: string): void {
      connection.exec(sql)
    },
    run(sql: string, ...values: readonly Value[]): void {
      statement(sql).run(values)
    },
    all,
    /** The first column of the first row; throws when there is none. */
    single(sql: string, ...values: readonly Value[]): Value {
      const value = Object.values(all(sql, ...values)[0] ?? {})[0]
      if (value === undefined) throw new Error(`no row: ${sql}`)
      return value
    },
    /** Everything inside happens, or nothing; the write lock is taken first. */
    transaction<T>(body: () => T): T {
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = body()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        if (connection.inTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    /**
     * Moves the content of the write-ahead log into the database and empties the log, so that damage to the log cannot undo
     * it. The passive step does most of the work without blocking writers. What cannot be moved now, because another process
     * reads or the disk is full, stays in the log until the next checkpoint.
     */
    checkpoint(): void {
      try {
        connection.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        if (codeOf(error) === '') throw error
      }
    },
    close(): void {
      // Closing alone would keep the locks of a transaction until the last statement is collected.
      if (connection.open && connection.inTransaction) connection.exec('ROLLBACK')
      statements.clear()
      connection.close()
    },
  }
}

/** The library gives no code to what it says of a file that it cannot open, such as another user's. */
function connectionTo(path: string) {
  try {
    return new Libsql(path)
  } catch (error) {
    if (codeOf(error) !== '') throw error
    throw Object.assign(new Error(`"${path}" cannot be opened`, { cause: error }), {
      code: 'SQLITE_CANTOPEN',
    })
  }
}

/** Whether the error says that another connection holds the file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

/** SQLite's or the system's code of an error, such as SQLITE_NOTADB or EACCES; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
