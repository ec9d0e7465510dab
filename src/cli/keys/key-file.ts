/**
 * The file format of `keys export` and `keys import`: everything about the keys and their usage, except the current
 * hour. Whether the store can take the keys is checked in stores/records.ts.
 * Guarantees: times are ISO 8601 in UTC; the head states the number of keys. Reading validates everything: a file of
 * another kind or of a newer release, a truncated file and an invalid value are refused, the last with key, field and
 * expected value. Messages never contain a digest.
 */
import { parseAddressList } from '../../access/client-address.js'
import { momentText } from '../../access/keys/audit-event.js'
import type { AdminStore, Carried, KeyRecord, LedgerRow } from '../../access/ports.js'
import { isObject } from '../../operations/read/decode-fields.js'
import { compileSchema } from '../../rules/checks/schema.js'
import { parsedJson, rowsByKey } from '../../stores/records.js'
import { dayText, monthText } from '../option-values.js'
import { cut, plural } from '../terminal.js'
import SCHEMA from './key-file.schema.json' with { type: 'json' }

const FORMAT = 'robe-keys'
const FORMAT_VERSION = 1

type KeyFileEntry = ReturnType<typeof entryOf>

/** Exports all keys of the store with their usage. */
export async function keyFileOf(store: AdminStore, now: number) {
  const keys = await store.keys.list()
  const months = rowsByKey(await store.counters.ledger('month'))
  const days = rowsByKey(await store.counters.ledger('day'))
  const exported_at = new Date(now).toISOString()
  return {
    head: { format: FORMAT, version: FORMAT_VERSION, exported_at, keys: keys.length },
    entries: keys.map((key) => {
      const [ofMonths, ofDays] = [months.get(key.id), days.get(key.id)]
      return entryOf(key, { months: countsOf(ofMonths, monthText), days: countsOf(ofDays, dayText) })
    }),
  }
}

type Counts = Readonly<Record<string, number>>

function countsOf(rows: readonly LedgerRow[] = [], nameOf: (start: number) => string): Counts {
  return Object.fromEntries(rows.map(({ start, count }) => [nameOf(start), count]))
}

export class KeyFileFault extends Error {
  override readonly name = 'KeyFileFault'
}

/** Throws KeyFileFault. */
export function readKeyFile(text: string): Carried {
  const { head, entries } = documentOf(text)
  if (head['format'] !== FORMAT) throw new KeyFileFault('this is not a file that "keys export" wrote')
  const [version, announced] = [head['version'], head['keys']].map((value) => JSON.stringify(value))
  if (head['version'] !== FORMAT_VERSION)
    throw new KeyFileFault(
      `the file has format version ${version}, but this release reads version ${FORMAT_VERSION}`,
    )
  if (head['keys'] !== entries.length) {
    const held = plural(entries.length, 'key')
    throw new KeyFileFault(`the file is incomplete: its head announces ${announced}, but it contains ${held}`)
  }
  const validate = compileSchema<KeyFileEntry>(SCHEMA, FORMATS)
  const sound = entries.map((entry, index) => {
    if (validate(entry)) return entry
    throw faultOf(entry, `key ${index + 1} of the file`, validate.errors?.[0])
  })
  return { keys: sound.map(recordOf), ledger: sound.flatMap(ledgerOf) }
}

/** Reads lines of JSON or one JSON document; the first line decides. */
function documentOf(text: string): { readonly head: Fields; readonly entries: readonly unknown[] } {
  const [first = '', ...rest] = text.trim().split(/\r?\n/)
  const head = parsedJson(first) ?? parsedJson(text)
  if (!isObject(head)) throw new KeyFileFault('this is not a file that "keys export" wrote')
  const { keys } = head
  if (Array.isArray(keys)) return { head: { ...head, keys: keys.length }, entries: keys as unknown[] }
  const entries = rest.map((line, index) => {
    const entry = parsedJson(line)
    if (entry === undefined) throw new KeyFileFault(`line ${index + 2} of the file is not JSON`)
    return entry
  })
  return { head, entries }
}

type Fields = Readonly<Record<string, unknown>>

const FORMATS = {
  moment: isMoment,
  month: (text: string) => isMoment(`${text}-01T00:00:00.000Z`),
  day: (text: string) => isMoment(`${text}T00:00:00.000Z`),
  address: (text: string) => {
    try {
      parseAddressList([text])
      return true
    } catch {
      return false
    }
  },
}

function isMoment(text: string): boolean {
  const moment = Date.parse(text)
  return !Number.isNaN(moment) && new Date(moment).toISOString() === text
}

const MAX_SHOWN_LENGTH = 100

/** @param error the first one that the schema validation found */
function faultOf(
  entry: unknown,
  where: string,
  error: { readonly instancePath: string; readonly params: Fields } | undefined,
): KeyFileFault {
  if (!isObject(entry)) return new KeyFileFault(`${where} is not a JSON object`)
  const field = error?.instancePath.split('/')[1] ?? String(error?.params['missingProperty'])
  const value = field === 'secrets' ? 'the value given' : (JSON.stringify(entry[field]) ?? 'absent')
  const expected = SCHEMA.properties[field as keyof KeyFileEntry].description
  return new KeyFileFault(
    `${where}: "${field}" cannot be ${cut(value, MAX_SHOWN_LENGTH)}; expected ${expected}`,
  )
}

/** Described by key-file.schema.json. */
function entryOf(key: KeyRecord, usage: { readonly months: Counts; readonly days: Counts }) {
  const { name, note, label, plan, status } = key
  return {
    key_id: key.id,
    name,
    note,
    label,
    plan,
    own_limits: key.limits,
    status,
    created_at: new Date(key.createdAt).toISOString(),
    last_used_at: momentText(key.lastUsedAt),
    expires_at: momentText(key.expiresAt),
    allowed_endpoints: key.allowedEndpoints,
    allowed_ips: key.allowedIps,
    secrets: key.secrets.map(({ digest, expiresAt }) => ({ digest, accepted_until: momentText(expiresAt) })),
    usage,
  }
}

function recordOf(entry: KeyFileEntry): KeyRecord {
  const { name, note, label, plan, status } = entry
  return {
    id: entry.key_id,
    name,
    note,
    label,
    plan,
    limits: entry.own_limits,
    status,
    createdAt: Date.parse(entry.created_at),
    lastUsedAt: momentOf(entry.last_used_at),
    expiresAt: momentOf(entry.expires_at),
    allowedEndpoints: entry.allowed_endpoints,
    allowedIps: entry.allowed_ips,
    secrets: entry.secrets.map((each) => ({ digest: each.digest, expiresAt: momentOf(each.accepted_until) })),
  }
}

function ledgerOf({ key_id: keyId, usage }: KeyFileEntry): readonly LedgerRow[] {
  const rows = (window: 'month' | 'day', counts: Counts): readonly LedgerRow[] =>
    Object.entries(counts).map(([start, count]) => ({ keyId, window, start: Date.parse(start), count }))
  return [...rows('month', usage.months), ...rows('day', usage.days)]
}

function momentOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}
