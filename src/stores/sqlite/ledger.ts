/**
 * What each key was admitted in each window, written down.
 * Guarantees: counts are written whole; days and months stay for billing.
 */
import type { LedgerRow, Span } from '../../access/ports.js'
import type { WindowName } from '../../access/window.js'
import { IDS, type Database } from './database.js'

const ROWS = 'SELECT key_id AS keyId, window, start, count FROM ledger'

/** The counts of the windows of this kind that begin in the span; the earliest first. */
export function readLedger(database: Database, window: WindowName, span?: Span): readonly LedgerRow[] {
  const { start, end } = span ?? { start: 0, end: Number.MAX_SAFE_INTEGER }
  const among = 'window = ? AND start >= ? AND start < ? AND count <> 0'
  // The table is written by this file only: its values are taken at their word.
  const rows: unknown = database.all(`${ROWS} WHERE ${among} ORDER BY start, key_id`, window, start, end)
  return rows as LedgerRow[]
}

/** The counts of all windows that begin at `moment` (Unix milliseconds) or later, of all keys or of these. */
export function readLedgerSince(
  database: Database,
  moment: number,
  keyIds?: readonly number[],
): readonly LedgerRow[] {
  const rows: unknown =
    keyIds === undefined
      ? database.all(`${ROWS} WHERE start >= ?`, moment)
      : database.all(`${ROWS} WHERE key_id IN ${IDS} AND start >= ?`, JSON.stringify(keyIds), moment)
  return rows as LedgerRow[]
}

/** Writes whole counts and latest uses; the caller's transaction makes it one step. */
export function writeLedger(
  database: Database,
  rows: readonly LedgerRow[],
  lastUsed: ReadonlyMap<number, number>,
): void {
  for (const { keyId, window, start, count } of rows) {
    database.run(
      `INSERT INTO ledger (key_id, window, start, count) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = excluded.count`,
      keyId,
      window,
      start,
      count,
    )
  }
  for (const [keyId, at] of lastUsed) database.run('UPDATE keys SET last_used_at = ? WHERE id = ?', at, keyId)
}

/** Days and months stay, for bills; hours that began before `moment` go. */
export function dropHoursBefore(database: Database, moment: number): void {
  database.run("DELETE FROM ledger WHERE window = 'hour' AND start < ?", moment)
}
