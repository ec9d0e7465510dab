/**
 * What keys were charged in a month: what an operator bills from.
 * Guarantees: every figure is the ledger's own; months and days are those of UTC.
 */
import type { Counters, KeyRecord, LedgerRow } from './ports.js'
import { windowAt } from './window.js'

export interface BillRow {
  readonly keyId: number
  /** Undefined: the ledger has charges of a key that the store does not have. */
  readonly key: KeyRecord | undefined
  readonly requests: number
  /** First and last day with a charge (Unix milliseconds); undefined without any. */
  readonly firstDay: number | undefined
  readonly lastDay: number | undefined
}

/** One row for each key that existed in the month, in the order of ids, charged or not. */
export async function billOf(
  counters: Pick<Counters, 'ledger'>,
  keys: readonly KeyRecord[],
  monthStart: number,
): Promise<readonly BillRow[]> {
  const month = windowAt('month', monthStart)
  const charged = rowsByKey(await counters.ledger('month', month))
  const days = rowsByKey(await counters.ledger('day', month))
  const byId = new Map(keys.map((key) => [key.id, key]))
  const existing = keys.filter((key) => key.createdAt < month.end).map((key) => key.id)
  const ids = [...new Set([...existing, ...charged.keys()])].sort((one, other) => one - other)
  return ids.map((keyId) => ({
    keyId,
    key: byId.get(keyId),
    requests: charged.get(keyId)?.[0]?.count ?? 0,
    firstDay: days.get(keyId)?.[0]?.start,
    lastDay: days.get(keyId)?.at(-1)?.start,
  }))
}

/** Rows of the ledger, those of each key in the order they had. */
export function rowsByKey(rows: readonly LedgerRow[]): ReadonlyMap<number, readonly LedgerRow[]> {
  const found = new Map<number, LedgerRow[]>()
  for (const row of rows) {
    const own = found.get(row.keyId)
    if (own === undefined) found.set(row.keyId, [row])
    else own.push(row)
  }
  return found
}
