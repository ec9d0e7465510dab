/**
 * What keys were charged, month by month and day by day: what an operator bills from.
 * Guarantees: every figure is the ledger's own; months and days are those of UTC.
 */
import type { Counters, KeyRecord } from './ports.js'
import { DAY_MS, windowAt } from './window.js'

type Ledger = Pick<Counters, 'ledger'>

/** A key's requests in one month or day, which begins at `start` (Unix milliseconds). */
export interface Charged {
  readonly start: number
  readonly requests: number
}

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
  counters: Ledger,
  keys: readonly KeyRecord[],
  monthStart: number,
): Promise<readonly BillRow[]> {
  const { end } = windowAt('month', monthStart)
  const requests = await counters.ledger('month', monthStart)
  const days = await chargedByKey(counters, 'day', daysOf(monthStart))
  const byId = new Map(keys.map((key) => [key.id, key]))
  const existing = keys.filter((key) => key.createdAt < end).map((key) => key.id)
  const ids = [...new Set([...existing, ...requests.keys()])].sort((one, other) => one - other)
  return ids.map((keyId) => ({
    keyId,
    key: byId.get(keyId),
    requests: requests.get(keyId) ?? 0,
    firstDay: days.get(keyId)?.[0]?.start,
    lastDay: days.get(keyId)?.at(-1)?.start,
  }))
}

/** The charges of each key, windows without any left out, ascending; from the first of `starts` to the last. */
export async function chargedByKey(
  counters: Ledger,
  window: 'day' | 'month',
  starts: readonly number[],
): Promise<ReadonlyMap<number, readonly Charged[]>> {
  const found = new Map<number, Charged[]>()
  for (const start of starts) {
    for (const [keyId, requests] of await counters.ledger(window, start)) {
      const charged = found.get(keyId) ?? []
      charged.push({ start, requests })
      found.set(keyId, charged)
    }
  }
  return found
}

/** The beginnings of the days of a month. */
export function daysOf(monthStart: number): readonly number[] {
  const { end } = windowAt('month', monthStart)
  return Array.from({ length: (end - monthStart) / DAY_MS }, (_, day) => monthStart + day * DAY_MS)
}

/**
 * The beginnings of all months that the keys can have been charged in, up to `now`. One earlier than the
 * oldest key, whose clock may have been ahead.
 */
export function monthsUpTo(now: number, keys: readonly KeyRecord[]): readonly number[] {
  const oldest = Math.min(now, ...keys.map((key) => key.createdAt))
  const months: number[] = []
  let start = windowAt('month', windowAt('month', oldest).start - 1).start
  while (start <= now) {
    months.push(start)
    start = windowAt('month', start).end
  }
  return months
}
