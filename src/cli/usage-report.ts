/**
 * `robe usage report`: the monthly usage for billing, one row per key.
 * Guarantees: every figure comes from the ledger; plan and name are the key's current ones; CSV is readable by
 * spreadsheets (RFC 4180 quoting) and without remarks; names of keys cannot act as formulas.
 */
import { Option, type Command } from 'commander'
import type { AdminStore, LedgerRow } from '../access/ports.js'
import { windowAt } from '../access/window.js'
import { rowsByKey } from '../stores/records.js'
import { aligned } from './terminal.js'
import { dayText, monthText, readMonth } from './option-values.js'
import { onStore, type Json } from './store.js'
import { jsonText, type Report } from './report.js'

interface ReportOptions extends Json {
  readonly month: number
  readonly csv?: boolean
}

export function registerUsage(program: Command): void {
  program
    .command('usage')
    .description('show the usage of keys')
    .command('report')
    .description('show the usage to bill for a month, one row per key')
    .requiredOption('--month <month>', 'such as 2026-11, in UTC', readMonth)
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--json', 'print JSON')
    .action(onStore(report))
}

async function report(store: AdminStore, options: ReportOptions): Promise<Report> {
  const month = monthText(options.month)
  const rows = await rowsOf(store, options.month)
  const total = rows.reduce((sum, { requests }) => sum + requests, 0)
  const complete = Date.now() >= windowAt('month', options.month).end
  const remarks = [
    ...(complete ? [] : [`${month} is not over yet (UTC): these figures will grow`]),
    ...(total === 0 ? [`no key was charged in ${month}`] : []),
  ]
  if (options.csv) return { text: csv(rows), remarks }
  if (options.json) return { text: jsonText({ month, complete, total_requests: total, keys: rows }), remarks }
  const body = rows.map(({ key_id, name, plan, requests, first_day, last_day }) => [
    key_id,
    name ?? '?',
    plan ?? '?',
    requests,
    first_day ?? '-',
    last_day ?? '-',
  ])
  const head = ['ID', 'NAME', 'PLAN', 'REQUESTS', 'FIRST DAY', 'LAST DAY']
  return { text: aligned([head, ...body, ['', 'total', '', total, '', '']]), remarks }
}

/** One row for each key that existed in the month, with or without usage, ordered by id. */
async function rowsOf(store: AdminStore, monthStart: number) {
  const month = windowAt('month', monthStart)
  const keys = new Map((await store.keys.list()).map((key) => [key.id, key]))
  const charged = rowsByKey(await store.counters.ledger('month', month))
  const days = rowsByKey(await store.counters.ledger('day', month))
  const existing = [...keys.values()].filter((key) => key.createdAt < month.end).map((key) => key.id)
  const ids = [...new Set([...existing, ...charged.keys()])].sort((one, other) => one - other)
  const dayOf = (row: LedgerRow | undefined): string | null => (row === undefined ? null : dayText(row.start))
  return ids.map((id) => ({
    key_id: id,
    /** null: the store has usage for this key, but no longer the key. */
    name: keys.get(id)?.name ?? null,
    plan: keys.get(id)?.plan ?? null,
    requests: charged.get(id)?.[0]?.count ?? 0,
    /** null: not used in this month. */
    first_day: dayOf(days.get(id)?.[0]),
    last_day: dayOf(days.get(id)?.at(-1)),
  }))
}

function csv(rows: Awaited<ReturnType<typeof rowsOf>>): string {
  const head = ['key_id', 'name', 'plan', 'requests', 'first_day', 'last_day'] as const
  const lines = rows.map((row) => head.map((field) => cell(row[field])))
  return [head, ...lines].map((line) => `${line.join(',')}\n`).join('')
}

/** Spreadsheets run texts with these first characters as formulas. */
const FORMULA = /^[=+\-@\t\r]/

/** Numbers are not quoted. A leading `'` makes spreadsheets treat the rest as text. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = (value ?? '').replace(FORMULA, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
