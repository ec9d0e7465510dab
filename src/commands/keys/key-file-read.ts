/**
 * Reads a file that carries keys, and takes nothing on trust.
 * Guarantees: a value that cannot be used is refused with the key, the field, the value and what is expected;
 * so are a file of another kind, of a newer release, and one cut short. A digest is never repeated.
 * Leaves to others: whether the store has room for the keys (stores/clashes.ts).
 */
import { ENDPOINTS } from '../../access/endpoints.js'
import { PLAN_NAMES } from '../../access/plan.js'
import type { Carried, KeyRecord, KeyStatus, LedgerRow } from '../../access/ports.js'
import { cut } from '../columns.js'
import {
  isFields,
  orNull,
  readEndpoints,
  readIps,
  readLimits,
  readMoment,
  readMomentOrNull,
  readSecrets,
  readText,
  readUsage,
  wholeNumber,
  type Fields,
} from './key-file-values.js'
import { keysText } from './key-text.js'
import { FORMAT, FORMAT_VERSION } from './key-file.js'

/** Why a file is refused, in one line. */
export class KeyFileFault extends Error {
  override readonly name = 'KeyFileFault'
}

/** Throws KeyFileFault. */
export function readKeyFile(text: string): Carried {
  const { head, entries } = documentOf(text)
  if (head['format'] !== FORMAT) throw new KeyFileFault('this is not a file that "keys export" wrote')
  if (head['version'] !== FORMAT_VERSION) {
    const version = JSON.stringify(head['version'])
    throw new KeyFileFault(
      `the file has format version ${version}, and this release reads version ${FORMAT_VERSION}`,
    )
  }
  if (head['keys'] !== entries.length) {
    const expected = JSON.stringify(head['keys'])
    throw new KeyFileFault(
      `the file is not whole: its head tells of ${expected}, and it holds ${keysText(entries.length)}`,
    )
  }
  const read = entries.map((fields, index) => readEntry(fields, `key ${index + 1} of the file`))
  return { keys: read.map(({ key }) => key), ledger: read.flatMap(({ ledger }) => ledger) }
}

/** Lines of JSON, or one document; told apart by what the first line is. */
function documentOf(text: string): { readonly head: Fields; readonly entries: readonly unknown[] } {
  const [first = '', ...rest] = text.trim().split(/\r?\n/)
  const head = parsed(first) ?? parsed(text)
  if (!isFields(head)) throw new KeyFileFault('this is not a file that "keys export" wrote')
  const { keys } = head
  if (Array.isArray(keys)) return { head: { ...head, keys: keys.length }, entries: keys as unknown[] }
  const entries = rest.map((line, index) => {
    const entry = parsed(line)
    if (entry === undefined) throw new KeyFileFault(`line ${index + 2} of the file is not JSON`)
    return entry
  })
  return { head, entries }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function readEntry(entry: unknown, where: string): { key: KeyRecord; ledger: readonly LedgerRow[] } {
  if (!isFields(entry)) throw new KeyFileFault(`${where} is no JSON object`)
  const field = <T>(name: string, expected: string, read: (value: unknown) => T | undefined): T => {
    const result = read(entry[name])
    if (result !== undefined) return result
    const value = name === 'secrets' ? 'what stands there' : JSON.stringify(entry[name])
    throw new KeyFileFault(
      `${where}: "${name}" cannot be ${cut(value ?? 'absent', LONGEST_SHOWN)}; expected ${expected}`,
    )
  }
  const id = field('key_id', 'a whole number from 1', (value) => wholeNumber(value, 1, 1e15))
  const key: KeyRecord = {
    id,
    name: field('name', 'text', readText),
    note: field('note', 'text', readText),
    label: field('label', 'live or test', (value) =>
      value === 'live' || value === 'test' ? value : undefined,
    ),
    plan: field('plan', PLAN_NAMES.join(', '), (value) => PLAN_NAMES.find((name) => name === value)),
    limits: field('own_limits', 'an object of hour, day and month, each a whole number', readLimits),
    status: field('status', STATUSES.join(', '), (value) => STATUSES.find((status) => status === value)),
    createdAt: field('created_at', MOMENT, readMoment),
    lastUsedAt: orNull(field('last_used_at', `${MOMENT} or null`, readMomentOrNull)),
    expiresAt: orNull(field('expires_at', `${MOMENT} or null`, readMomentOrNull)),
    allowedEndpoints: orNull(
      field('allowed_endpoints', `a list of ${ENDPOINTS.join(', ')}, or null`, readEndpoints),
    ),
    allowedIps: field('allowed_ips', 'a list of addresses and CIDR ranges', readIps),
    secrets: field(
      'secrets',
      `a list of {"digest": 64 hexadecimal digits, "accepted_until": ${MOMENT} or null}`,
      readSecrets,
    ),
  }
  const ledger = field(
    'usage',
    '{"months": {"2026-11": requests}, "days": {"2026-11-21": requests}}',
    (value) => readUsage(id, value),
  )
  return { key, ledger }
}

/** Of a value that is refused. */
const LONGEST_SHOWN = 100

const STATUSES: readonly KeyStatus[] = ['active', 'suspended', 'revoked']
const MOMENT = 'a moment such as 2026-11-21T10:30:00.000Z'
