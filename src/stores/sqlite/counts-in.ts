/**
 * From rows of a ledger to what a bill is made from.
 * Guarantees: of several rows for one key the last one counts; a key whose every charge was taken back is left out.
 */
import type { LedgerRow } from '../../access/ports.js'

/** Counts by key, of the one window that began at `start`. */
export function countsIn(
  rows: readonly LedgerRow[],
  window: LedgerRow['window'],
  start: number,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const row of rows) {
    if (row.window === window && row.start === start) counts.set(row.keyId, row.count)
  }
  for (const [keyId, count] of counts) if (count === 0) counts.delete(keyId)
  return counts
}

/** Counts as they stand in a log line, when nothing better can keep them. */
export function countsText(rows: readonly LedgerRow[]): string {
  return rows
    .map(
      ({ keyId, window, start, count }) => `key ${keyId} ${window} ${new Date(start).toISOString()} ${count}`,
    )
    .join(', ')
}
