/**
 * What each key was admitted in each window, written down.
 * Guarantees: counts are written whole; days and months stay for billing.
 */
import type { LedgerRow } from '../../access/ports.js'
import type { WindowName } from '../../access/window.js'
import type { Database } from './database.js'

/** The counts, of one key or all, of windows that begin at `since` (Unix milliseconds) or later. */
export function readLedger(database: Database, since: number, keyId?: number): readonly LedgerRow[] {
  const rows =
    keyId === undefined
      ? database.all('SELECT * FROM ledger WHERE start >= ?', since)
      : database.all('SELECT * FROM ledger WHERE key_id = ? AND start >= ?', keyId, since)
  return rows.map((row) => ({
    keyId: Number(row['key_id']),
    window: row['window'] as WindowName,
    start: Number(row['start']),
    count: Number(row['count']),
  }))
}

/** What every key was charged in one window; keys without a charge are left out. */
export function chargedIn(
  database: Database,
  window: WindowName,
  start: number,
): ReadonlyMap<number, number> {
  const rows = database.all(
    'SELECT key_id, count FROM ledger WHERE window = ? AND start = ? AND count <> 0',
    window,
    start,
  )
  return new Map(rows.map((row) => [Number(row['key_id']), Number(row['count'])]))
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
