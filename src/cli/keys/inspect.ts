/**
 * `robe keys list`, `show`, `usage` and `audit`: shows keys, their usage and the audit log.
 * Guarantees: the list has one line per key and fits a terminal of 80 columns (only names are cut). Audit lines are
 * printed as stored, oldest first.
 */
import type { Command } from 'commander'
import { KeyRefusal } from '../../access/keys/change-key.js'
import type { AdminStore, KeyRecord, LedgerRow } from '../../access/ports.js'
import { windowAt } from '../../access/window.js'
import { keyJson, keyText, standingOf, type KeyJson } from './key-text.js'
import { dayText, monthText, readId, readMonth } from '../option-values.js'
import { keyCommand, onStore, type Json } from '../store.js'
import { jsonText } from '../report.js'
import { aligned, cut, widthsOf } from '../terminal.js'

export function registerInspect(keys: Command): void {
  keyCommand(keys, 'list', 'show all keys').action(onStore(list))
  keyCommand(keys, 'show', 'show one key')
    .argument('<id>', 'the number of the key', readId)
    .action(onStore(show))
  keyCommand(keys, 'usage', 'show the usage of a key: all months, and the days of one month')
    .argument('<id>', 'the number of the key', readId)
    .option(
      '--month <month>',
      'show the days of this month, such as 2026-11 (default: the current month)',
      readMonth,
    )
    .action(onStore(usage))
  keyCommand(keys, 'audit', 'print the audit log, one line of JSON per change')
    .argument('[id]', 'only changes of this key', readId)
    .action(onStore(audit))
}

async function list(store: AdminStore, { json }: Json): Promise<string> {
  const keys = await store.keys.list()
  const entries = await Promise.all(keys.map(async (key) => [key, await keyJson(store, key)] as const))
  return json ? jsonText(entries.map(([, shown]) => shown)) : keyTable(entries)
}

const TERMINAL = 80
const SHORTEST_NAME = 12

const HEAD = ['ID', 'NAME', 'PLAN', 'STATUS', 'TODAY', 'MONTH', 'LAST USED']
const NAME = 1

function keyTable(entries: readonly (readonly [KeyRecord, KeyJson])[]): string {
  if (entries.length === 0) return 'There are no keys yet.'
  const rows = entries.map(([key, { usage }]) => [
    key.id,
    key.name,
    key.plan,
    standingOf(key),
    usage.day,
    usage.month,
    key.lastUsedAt === null ? 'never' : dayText(key.lastUsedAt),
  ])
  const table = [HEAD, ...rows]
  const others = widthsOf(table).map((width, column) => (column === NAME ? 0 : width + 2))
  const room = Math.max(SHORTEST_NAME, TERMINAL - others.reduce((sum, width) => sum + width, 0))
  return aligned(table.map((row) => row.with(NAME, cut(String(row[NAME]), room))))
}

async function keyOf(store: AdminStore, id: number): Promise<KeyRecord> {
  const key = await store.keys.get(id)
  if (key === undefined) throw new KeyRefusal(id, 'unknown')
  return key
}

async function show(store: AdminStore, id: number, { json }: Json): Promise<string> {
  const key = await keyOf(store, id)
  const shown = await keyJson(store, key)
  return json ? jsonText(shown) : keyText(key, shown)
}

interface UsageOptions extends Json {
  /** Start of the month to show by day. */
  readonly month?: number
}

async function usage(store: AdminStore, id: number, options: UsageOptions): Promise<string> {
  const key = await keyOf(store, id)
  const month = options.month ?? windowAt('month', Date.now()).start
  const belongsToKey = ({ keyId }: LedgerRow): boolean => keyId === id
  const months = (await store.counters.ledger('month')).filter(belongsToKey)
  const days = (await store.counters.ledger('day', windowAt('month', month))).filter(belongsToKey)
  const { name, plan } = key
  if (options.json) {
    return jsonText({
      key_id: id,
      name,
      plan,
      months: months.map(({ start, count }) => ({ month: monthText(start), requests: count })),
      days_of: monthText(month),
      days: days.map(({ start, count }) => ({ day: dayText(start), requests: count })),
    })
  }
  const title = `Key ${id} "${name}" (${plan})`
  if (months.length === 0) return `${title} has not been charged yet.`
  return [
    `${title}, days and months of UTC`,
    chargedTable('MONTH', months, monthText),
    days.length === 0
      ? `No requests in ${monthText(month)}.`
      : chargedTable(`DAY OF ${monthText(month)}`, days, dayText),
  ].join('\n\n')
}

function chargedTable(head: string, rows: readonly LedgerRow[], text: (start: number) => string): string {
  return aligned([[head, 'REQUESTS'], ...rows.map(({ start, count }) => [text(start), count])])
}

async function audit(store: AdminStore, id: number | undefined, { json }: Json): Promise<string> {
  const lines = await store.audit.lines()
  const selected = id === undefined ? lines : lines.filter((line) => keysOf(line).includes(id))
  return json ? jsonText(selected.map((line) => JSON.parse(line) as unknown)) : selected.join('\n')
}

/** The keys that an audit line concerns. */
function keysOf(line: string): readonly (number | null)[] {
  const { key_id, key_ids = [] } = JSON.parse(line) as { key_id: number | null; key_ids?: number[] }
  return [key_id, ...key_ids]
}
