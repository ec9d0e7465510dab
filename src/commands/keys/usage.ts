/**
 * `robe keys usage`: what one key was charged, by months and by days.
 */
import type { Command } from 'commander'
import { chargedByKey, daysOf, monthsUpTo, type Charged } from '../../access/bill.js'
import type { Store } from '../../access/ports.js'
import { windowAt } from '../../access/window.js'
import { aligned } from '../columns.js'
import { readId } from './key-options.js'
import { dayText, monthText, readMonth } from '../moment-options.js'
import {
  jsonText,
  onStore,
  unknownKey,
  type Json,
  type OpenForCommand,
  type Subcommand,
} from '../store-io.js'

interface UsageOptions extends Json {
  /** The beginning of the month whose days are shown. */
  readonly month?: number
}

export function registerKeyUsage(subcommand: Subcommand, open: OpenForCommand): void {
  subcommand('usage', 'show what a key was charged: all months, and the days of one')
    .argument('<id>', 'the number of the key', readId)
    .option('--month <month>', 'whose days, such as 2026-11; default the present one', (text) =>
      readMonth(text),
    )
    .action((id: number, options: UsageOptions, command: Command) =>
      onStore({ command, open }, (store) => usage(store, id, options)),
    )
}

async function usage(store: Store, id: number, options: UsageOptions): Promise<string> {
  const key = await store.keys.get(id)
  if (key === undefined) throw unknownKey(id)
  const now = Date.now()
  const month = options.month ?? windowAt('month', now).start
  const of = async (window: 'day' | 'month', starts: readonly number[]): Promise<readonly Charged[]> =>
    (await chargedByKey(store.counters, window, starts)).get(id) ?? []
  const months = await of('month', monthsUpTo(now, [key]))
  const days = await of('day', daysOf(month))
  const { name, plan } = key
  if (options.json) {
    return jsonText({
      key_id: id,
      name,
      plan,
      months: months.map(({ start, requests }) => ({ month: monthText(start), requests })),
      days_of: monthText(month),
      days: days.map(({ start, requests }) => ({ day: dayText(start), requests })),
    })
  }
  const title = `Key ${id} "${name}" (${plan})`
  if (months.length === 0) return `${title} has not been charged yet.`
  return [
    `${title}, days and months of UTC`,
    '',
    table('MONTH', months, monthText),
    '',
    days.length === 0
      ? `No requests in ${monthText(month)}.`
      : table(`DAY OF ${monthText(month)}`, days, dayText),
  ].join('\n')
}

function table(head: string, charged: readonly Charged[], text: (start: number) => string): string {
  const rows = charged.map(({ start, requests }) => [text(start), String(requests)])
  return aligned([[head, 'REQUESTS'], ...rows], [1])
}
