/**
 * A key record as the text that Redis keeps.
 * Guarantees: what is read back is what was written, frozen through and through; a text of another shape is a
 * fault that names the key, not half a record. The moment of the latest use is not in it: it is kept with the counts.
 */
import type { KeyRecord } from '../../access/ports.js'
import { freezeKey } from '../key-record.js'
import { RedisFault } from './health/redis-fault.js'

export function textOf(record: KeyRecord): string {
  return JSON.stringify({ ...record, lastUsedAt: null })
}

/** Throws RedisFault. */
export function recordIn(text: string): KeyRecord {
  const value: unknown = parse(text)
  if (!isRecord(value))
    throw new RedisFault('misunderstood', `a key of Redis cannot be read: ${text.slice(0, 40)}`)
  return freezeKey(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isMoment = (value: unknown): boolean => value === null || Number.isFinite(value)
const isListOf = (value: unknown, is: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSecret = (value: unknown): boolean =>
  isObject(value) && isText(value['digest']) && isMoment(value['expiresAt'])

const SHAPE: Readonly<Record<keyof KeyRecord, (value: unknown) => boolean>> = {
  id: Number.isSafeInteger,
  name: isText,
  note: isText,
  label: (value) => value === 'live' || value === 'test',
  plan: (value) => value === 'free' || value === 'standard' || value === 'premium',
  limits: (value) => isObject(value) && Object.values(value).every(Number.isSafeInteger),
  status: (value) => value === 'active' || value === 'suspended' || value === 'revoked',
  createdAt: Number.isFinite,
  lastUsedAt: isMoment,
  expiresAt: isMoment,
  allowedEndpoints: (value) => value === null || isListOf(value, isText),
  allowedIps: (value) => isListOf(value, isText),
  secrets: (value) => isListOf(value, isSecret),
}

function isRecord(value: unknown): value is KeyRecord {
  return isObject(value) && Object.entries(SHAPE).every(([field, is]) => is(value[field]))
}
