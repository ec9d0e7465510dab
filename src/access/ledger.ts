/**
 * Rows of the ledger by key: what bills, exports and settlements are made of.
 */
import type { LedgerRow } from './ports.js'

/** The rows of each key, in the order they had. */
export function rowsByKey(rows: readonly LedgerRow[]): ReadonlyMap<number, readonly LedgerRow[]> {
  const found = new Map<number, LedgerRow[]>()
  for (const row of rows) {
    const own = found.get(row.keyId)
    if (own === undefined) found.set(row.keyId, [row])
    else own.push(row)
  }
  return found
}
