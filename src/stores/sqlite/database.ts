/**
 * A narrow interface to the SQLite library; the only file that uses it.
 * Guarantees: synchronous; rows are plain values; errors of busy or foreign files are distinguishable from bugs.
 */
import Libsql = require('libsql')
import { onceEach } from '../../common/memo.js'

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

export type Database = ReturnType<typeof openDatabase>

/** How long a statement may wait for another process if no call depends on it. */
export const PATIENT_MS = 5_000

/** SQL for a list of values passed as JSON. */
export const IDS = '(SELECT value FROM json_each(?))'

/** Opens the file, or creates it. `busyMs`: how long a statement waits for another process. */
export function openDatabase(path: string, busyMs: number) {
  const connection = connectionTo(path)
  connection.exec(`PRAGMA busy_timeout = ${busyMs}`)
  const statements = new Map<string, ReturnType<typeof connection.prepare>>()
  const statement = onceEach((sql: string) => connection.prepare(sql), statements)

  // The values are passed as one array, because the library does not accept a single null.
  function all(sql: string, ...values: readonly Value[]): readonly Row[] {
    return statement(sql).all(values) as Row[]
  }

  return {
    /** Runs statements without parameters and results. */
    exec(sql: string): void {
      connection.exec(sql)
    },
    run(sql: string, ...values: readonly Value[]): void {
      statement(sql).run(values)
    },
    all,
    /** The first column of the first row. Throws Error if there is none. */
    single(sql: string, ...values: readonly Value[]): Value {
      const value = Object.values(all(sql, ...values)[0] ?? {})[0]
      if (value === undefined) throw new Error(`no row: ${sql}`)
      return value
    },
    /** Runs `body` in a transaction that takes the write lock first. */
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
     * Moves the content of the write-ahead log into the database and truncates the log, so that damage to the log cannot undo it.
     * The passive step does most of the work without blocking writers. Content that cannot be moved now, because another process
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
      // Closing alone would keep the locks of a transaction until the last statement is garbage-collected.
      if (connection.open && connection.inTransaction) connection.exec('ROLLBACK')
      statements.clear()
      connection.close()
    },
  }
}

/** Opens the file and adds a code to the library's error if it cannot be opened, as for another user's file. */
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

/** The code of an error of SQLite or the system, such as SQLITE_NOTADB or EACCES; empty if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
