/**
 * The values in a file that carries keys: from JSON to what a record holds.
 * Guarantees: each function answers undefined for what it cannot use, and nothing is mended or guessed.
 * Leaves to others: saying so (key-file-read.ts).
 */
import { parseAddressList } from '../../access/client-address.js'
import { ENDPOINTS } from '../../access/endpoints.js'
import { LARGEST_LIMIT } from '../../access/plan.js'
import type { LedgerRow, Limits, Secret } from '../../access/ports.js'
import { WINDOWS } from '../../access/window.js'

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Stands for a null that was read, where undefined means that nothing could be. */
const NULL = Symbol('null')

export function orNull<T>(value: T | typeof NULL): T | null {
  return value === NULL ? null : value
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : undefined
}

export function wholeNumber(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : undefined
}

export function readLimits(value: unknown): Partial<Limits> | undefined {
  if (!isFields(value)) return undefined
  const entries = Object.entries(value)
  const isGood = ([name, limit]: [string, unknown]): boolean =>
    WINDOWS.some((window) => window === name) && wholeNumber(limit, 1, LARGEST_LIMIT) !== undefined
  return entries.every(isGood) ? Object.fromEntries(entries) : undefined
}

export function readMoment(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const moment = Date.parse(value)
  return !Number.isNaN(moment) && new Date(moment).toISOString() === value ? moment : undefined
}

export function readMomentOrNull(value: unknown): number | typeof NULL | undefined {
  return value === null ? NULL : readMoment(value)
}

export function readEndpoints(value: unknown): readonly string[] | typeof NULL | undefined {
  if (value === null) return NULL
  if (!Array.isArray(value)) return undefined
  const known = ENDPOINTS.filter((endpoint) => value.includes(endpoint))
  return known.length === value.length ? (value as string[]) : undefined
}

export function readIps(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return undefined
  try {
    parseAddressList(value)
    return value
  } catch {
    return undefined
  }
}

export function readSecrets(value: unknown): readonly Secret[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const secrets = value.flatMap((each: unknown): Secret[] => {
    if (!isFields(each)) return []
    const { digest, accepted_until } = each
    const end = readMomentOrNull(accepted_until)
    return typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) && end !== undefined
      ? [{ digest, expiresAt: orNull(end) }]
      : []
  })
  return secrets.length === value.length ? secrets : undefined
}

export function readUsage(keyId: number, value: unknown): readonly LedgerRow[] | undefined {
  if (!isFields(value)) return undefined
  const months = readCounts(value['months'], '-01')
  const days = readCounts(value['days'], '')
  if (months === undefined || days === undefined) return undefined
  return [
    ...months.map(([start, count]) => ({ keyId, window: 'month' as const, start, count })),
    ...days.map(([start, count]) => ({ keyId, window: 'day' as const, start, count })),
  ]
}

/** `rest`: what makes a full date of each name. */
function readCounts(value: unknown, rest: string): readonly (readonly [number, number])[] | undefined {
  if (!isFields(value)) return undefined
  const counts = Object.entries(value).flatMap(([name, requests]) => {
    const start = readMoment(`${name}${rest}T00:00:00.000Z`)
    const count = wholeNumber(requests, 0, Number.MAX_SAFE_INTEGER)
    return start === undefined || count === undefined ? [] : [[start, count] as const]
  })
  return counts.length === Object.keys(value).length ? counts : undefined
}
