/**
 * What each key was admitted in each window, written down.
 * Guarantees: counts are written whole; days and months stay for billing.
 * Leaves to others: counting (usage-counter.ts) and when to write (server-store.ts).
 */
import type { LedgerRow } from '../../access/ports.js'
import { WINDOWS } from '../../access/window.js'
import type { Database, Value } from './database.js'

type Window = LedgerRow['window']

/** The counts, of one key or all, of windows that begin at `since` (Unix milliseconds) or later. */
export function readLedger(database: Database, since: number, keyId?: number): readonly LedgerRow[] {
  if (keyId === undefined) return read(database, 'start >= ?', since)
  return read(database, 'key_id = ? AND start >= ?', keyId, since)
}

/** What every key was charged in one window; `later`: counts that are not written yet, which hold instead. */
export function chargedIn(
  database: Database,
  window: Window,
  start: number,
  later: readonly LedgerRow[] = [],
): ReadonlyMap<number, number> {
  const rows = [...read(database, 'window = ? AND start = ?', window, start), ...later]
  const counts = rows
    .filter((row) => row.window === window && row.start === start)
    .map(({ keyId, count }) => [keyId, count] as const)
  return new Map([...new Map(counts)].filter(([, count]) => count !== 0))
}

function read(database: Database, where: string, ...values: readonly Value[]): readonly LedgerRow[] {
  return database.all(`SELECT * FROM ledger WHERE ${where}`, ...values).flatMap((row) => {
    const window = WINDOWS.find((name) => name === row['window'])
    const [keyId, start, count] = [Number(row['key_id']), Number(row['start']), Number(row['count'])]
    return window === undefined ? [] : [{ keyId, window, start, count }]
  })
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
