/**
 * The file that carries keys from one store to another: its format and how it is written.
 * Guarantees: everything a key is and was charged, but for the present hour; every moment in ISO 8601, UTC; a
 * first line that tells how many keys follow, so that a file cut short is noticed.
 * Leaves to others: reading it (key-file-read.ts).
 */
import { chargedByKey, daysOf, monthsUpTo } from '../../access/bill.js'
import type { KeyRecord, Store } from '../../access/ports.js'
import { dayText, monthText } from '../moment-options.js'

export const FORMAT = 'robe-keys'
export const FORMAT_VERSION = 1

export interface KeyFileHead {
  readonly format: typeof FORMAT
  readonly version: number
  readonly exported_at: string
  readonly keys: number
}

export interface KeyFileEntry {
  readonly key_id: number
  readonly name: string
  readonly note: string
  readonly label: string
  readonly plan: string
  readonly own_limits: { readonly hour?: number; readonly day?: number; readonly month?: number }
  readonly status: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly allowed_endpoints: readonly string[] | null
  readonly allowed_ips: readonly string[]
  readonly secrets: readonly { readonly digest: string; readonly accepted_until: string | null }[]
  readonly usage: {
    readonly months: Readonly<Record<string, number>>
    readonly days: Readonly<Record<string, number>>
  }
}

export interface KeyFile {
  readonly head: KeyFileHead
  readonly entries: readonly KeyFileEntry[]
}

/** Everything the store knows of its keys. */
export async function keyFileOf(store: Store, now: number): Promise<KeyFile> {
  const keys = await store.keys.list()
  const starts = monthsUpTo(now, keys)
  const months = await chargedByKey(store.counters, 'month', starts)
  const days = await chargedByKey(store.counters, 'day', starts.flatMap(daysOf))
  const usageOf = ({ id }: KeyRecord): KeyFileEntry['usage'] => ({
    months: Object.fromEntries((months.get(id) ?? []).map((one) => [monthText(one.start), one.requests])),
    days: Object.fromEntries((days.get(id) ?? []).map((one) => [dayText(one.start), one.requests])),
  })
  return {
    head: {
      format: FORMAT,
      version: FORMAT_VERSION,
      exported_at: new Date(now).toISOString(),
      keys: keys.length,
    },
    entries: keys.map((key) => entryOf(key, usageOf(key))),
  }
}

/** One line of JSON for the head and each key. */
export function jsonLines({ head, entries }: KeyFile): string {
  return [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** The same as one JSON document: the head's fields, with the keys themselves in place of their number. */
export function jsonDocument({ head, entries }: KeyFile): string {
  return `${JSON.stringify({ ...head, keys: entries }, null, 2)}\n`
}

function entryOf(key: KeyRecord, usage: KeyFileEntry['usage']): KeyFileEntry {
  return {
    key_id: key.id,
    name: key.name,
    note: key.note,
    label: key.label,
    plan: key.plan,
    own_limits: key.limits,
    status: key.status,
    created_at: new Date(key.createdAt).toISOString(),
    last_used_at: momentText(key.lastUsedAt),
    expires_at: momentText(key.expiresAt),
    allowed_endpoints: key.allowedEndpoints,
    allowed_ips: key.allowedIps,
    secrets: key.secrets.map(({ digest, expiresAt }) => ({ digest, accepted_until: momentText(expiresAt) })),
    usage,
  }
}

function momentText(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}
