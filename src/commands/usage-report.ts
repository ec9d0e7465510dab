/**
 * `robe usage report`: what an operator bills from, one row for each key of a month.
 * Guarantees: every figure is the ledger's; plan and name are those the key has now; CSV is what spreadsheets
 * read (RFC 4180 quoting), without remarks.
 * Leaves to others: what things cost.
 */
import { Option, type Command } from 'commander'
import { billOf, type BillRow } from '../access/bill.js'
import type { Store } from '../access/ports.js'
import { windowAt } from '../access/window.js'
import { aligned } from './columns.js'
import { dayText, monthText, readMonth } from './moment-options.js'
import { jsonText, onStore, openStoreOfEnvironment, type Json, type OpenForCommand } from './store-io.js'

interface ReportOptions extends Json {
  readonly month: number
  readonly csv?: boolean
}

export function registerUsage(program: Command, open: OpenForCommand = openStoreOfEnvironment): void {
  program
    .command('usage')
    .description('what keys were charged')
    .command('report')
    .description('one row for each key: what to bill for a month')
    .requiredOption('--month <month>', 'such as 2026-11, in UTC', (text) => readMonth(text))
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--json', 'print JSON')
    .action((options: ReportOptions, command: Command) =>
      onStore({ command, open }, (store, remark) => report(store, options, remark)),
    )
}

async function report(store: Store, options: ReportOptions, remark: (line: string) => void): Promise<string> {
  const { month } = options
  const rows = await billOf(store.counters, await store.keys.list(), month)
  const total = rows.reduce((sum, { requests }) => sum + requests, 0)
  const complete = Date.now() >= windowAt('month', month).end
  if (!complete) remark(`${monthText(month)} is not over yet (UTC): these figures will grow`)
  if (total === 0) remark(`no key was charged in ${monthText(month)}`)
  if (options.csv) return csv(rows)
  if (options.json) {
    return jsonText({ month: monthText(month), complete, total_requests: total, keys: rows.map(json) })
  }
  const body = rows.map((row) => {
    const { key_id, name, plan, requests, first_day, last_day } = json(row)
    return [String(key_id), name ?? '?', plan ?? '?', String(requests), first_day ?? '-', last_day ?? '-']
  })
  const head = ['ID', 'NAME', 'PLAN', 'REQUESTS', 'FIRST DAY', 'LAST DAY']
  return aligned([head, ...body, ['', 'total', '', String(total), '', '']], [0, 3])
}

interface RowJson {
  readonly key_id: number
  /** null: the store has charges of this key, but not the key. */
  readonly name: string | null
  readonly plan: string | null
  readonly requests: number
  /** null: not used in this month. */
  readonly first_day: string | null
  readonly last_day: string | null
}

function json({ keyId, key, requests, firstDay, lastDay }: BillRow): RowJson {
  return {
    key_id: keyId,
    name: key?.name ?? null,
    plan: key?.plan ?? null,
    requests,
    first_day: firstDay === undefined ? null : dayText(firstDay),
    last_day: lastDay === undefined ? null : dayText(lastDay),
  }
}

function csv(rows: readonly BillRow[]): string {
  const head = ['key_id', 'name', 'plan', 'requests', 'first_day', 'last_day']
  const lines = rows.map((row) => {
    const { key_id, name, plan, requests, first_day, last_day } = json(row)
    return [key_id, name, plan, requests, first_day, last_day].map(cell)
  })
  return [head, ...lines].map((line) => `${line.join(',')}\n`).join('')
}

function cell(value: string | number | null): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
