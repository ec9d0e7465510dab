/**
 * The file that carries keys from one store to another: everything a key is and was charged, but for the present hour.
 * Guarantees: moments in ISO 8601, UTC; a head that tells how many keys follow. Nothing is trusted in reading: a file of
 * another kind or a newer release, cut short, or with a value that cannot be used is refused, the value with its key, its
 * field and what is expected. A digest is never repeated.
 * Leaves to others: whether the store has room for the keys (stores/records.ts).
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

/** Everything the store knows of its keys. */
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
  const [version, told] = [head['version'], head['keys']].map((value) => JSON.stringify(value))
  if (head['version'] !== FORMAT_VERSION)
    throw new KeyFileFault(
      `the file has format version ${version}, and this release reads version ${FORMAT_VERSION}`,
    )
  if (head['keys'] !== entries.length) {
    const held = plural(entries.length, 'key')
    throw new KeyFileFault(`the file is not whole: its head tells of ${told}, and it holds ${held}`)
  }
  const validate = compileSchema<KeyFileEntry>(SCHEMA, FORMATS)
  const sound = entries.map((entry, index) => {
    if (validate(entry)) return entry
    throw faultOf(entry, `key ${index + 1} of the file`, validate.errors?.[0])
  })
  return { keys: sound.map(recordOf), ledger: sound.flatMap(ledgerOf) }
}

/** Lines of JSON, or one document; told apart by what the first line is. */
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

const LONGEST_SHOWN = 100

/** @param error the first that the schema found */
function faultOf(
  entry: unknown,
  where: string,
  error: { readonly instancePath: string; readonly params: Fields } | undefined,
): KeyFileFault {
  if (!isObject(entry)) return new KeyFileFault(`${where} is no JSON object`)
  const field = error?.instancePath.split('/')[1] ?? String(error?.params['missingProperty'])
  const value = field === 'secrets' ? 'what stands there' : (JSON.stringify(entry[field]) ?? 'absent')
  const expected = SCHEMA.properties[field as keyof KeyFileEntry].description
  return new KeyFileFault(`${where}: "${field}" cannot be ${cut(value, LONGEST_SHOWN)}; expected ${expected}`)
}

/** What key-file.schema.json describes. */
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
