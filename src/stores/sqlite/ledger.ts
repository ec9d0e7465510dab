/**
 * Stored usage of each key in each window.
 * Guarantees: counts are written as totals; days and months are kept for billing.
 */
import type { LedgerRow, Span } from '../../access/ports.js'
import type { WindowName } from '../../access/window.js'
import { IDS, type Database } from './database.js'

const ROWS = 'SELECT key_id AS keyId, window, start, count FROM ledger'

/** The counts of windows of this kind that begin in the span, earliest first. */
export function readLedger(database: Database, window: WindowName, span?: Span): readonly LedgerRow[] {
  const { start, end } = span ?? { start: 0, end: Number.MAX_SAFE_INTEGER }
  const among = 'window = ? AND start >= ? AND start < ? AND count <> 0'
  // Not checked, because only this file writes the table.
  const rows: unknown = database.all(`${ROWS} WHERE ${among} ORDER BY start, key_id`, window, start, end)
  return rows as LedgerRow[]
}

/** The counts of all windows that begin at `moment` (Unix milliseconds) or later. @param keyIds default: all keys */
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

/** Writes total counts and times of last use. Call it in a transaction. */
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

/** Deletes hours that began before `moment`. Days and months are kept for billing. */
export function dropHoursBefore(database: Database, moment: number): void {
  database.run("DELETE FROM ledger WHERE window = 'hour' AND start < ?", moment)
}
