/**
 * Parses the values of options, and formats times.
 * Guarantees: all times are UTC; parsers throw commander's InvalidArgumentError with the expected value; commander
 * adds the option's name and the value.
 */
import { InvalidArgumentError } from 'commander'
import { parseAddressList } from '../access/client-address.js'
import { ENDPOINTS } from '../operations/registry.js'
import { LARGEST_LIMIT } from '../access/plan.js'
import { DAY_MS, HOUR_MS } from '../access/window.js'

export function readName(text: string): string {
  return readLine(text, 1, 100, '1 to 100')
}

export function readNote(text: string): string {
  return readLine(text, 0, 500, 'up to 500')
}

/** One line, trimmed. */
function readLine(text: string, least: number, most: number, expected: string): string {
  const line = text.trim()
  if (line.length >= least && line.length <= most && !/\p{Cc}/u.test(line)) return line
  throw new InvalidArgumentError(`Expected ${expected} characters on one line.`)
}

export function readLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > LARGEST_LIMIT) {
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${LARGEST_LIMIT}.`)
  }
  return limit
}

export function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('Expected the number of a key, such as 1.')
  return Number(text)
}

/** Identifiers of endpoints, without duplicates. */
export function readEndpoints(text: string): readonly string[] {
  const endpoints = entriesOf(text)
  const unknown = endpoints.find((entry) => !ENDPOINTS.includes(entry))
  if (endpoints.length === 0 || unknown !== undefined) {
    const what = unknown === undefined ? '' : `There is no endpoint "${unknown}". `
    throw new InvalidArgumentError(`${what}Expected a comma-separated list of ${ENDPOINTS.join(', ')}.`)
  }
  return endpoints
}

/** Addresses and CIDR ranges, without duplicates. */
export function readIps(text: string): readonly string[] {
  const addresses = entriesOf(text)
  if (addresses.length === 0)
    throw new InvalidArgumentError('Expected a comma-separated list of addresses or CIDR ranges.')
  try {
    parseAddressList(addresses)
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof Error ? error.message : String(error)}.`)
  }
  return addresses
}

function entriesOf(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

const DAY_OR_MOMENT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** The time (Unix milliseconds) from which a key is refused. Options cannot be null, hence `never`. */
export type Expiry = number | 'never'

/** Later years have five digits and another ISO format. */
const END_OF_TIME = Date.UTC(10_000, 0, 1)

/** Reads the last day of validity, a point in time with its time zone, or `never`. */
export function readExpiry(text: string): Expiry {
  if (text === 'never') return text
  const [, day = '', time] = DAY_OR_MOMENT.exec(text) ?? []
  const moment = time === undefined ? Date.parse(day) + DAY_MS : Date.parse(text)
  if (Number.isNaN(moment) || moment >= END_OF_TIME || !isRealDay(day)) {
    throw new InvalidArgumentError(
      'Expected the last day it works, such as 2027-01-31, a moment such as 2027-01-31T12:00:00Z, or never.',
    )
  }
  if (moment <= Date.now()) {
    throw new InvalidArgumentError('This is in the past. To end a key now, suspend or revoke it.')
  }
  return moment
}

/** Date.parse accepts 2027-02-30 as a day in March. */
function isRealDay(text: string): boolean {
  const start = Date.parse(text)
  return !Number.isNaN(start) && dayText(start) === text
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS }
const MAX_SPAN = 365 * DAY_MS

/** Milliseconds of a span such as 30m, 24h or 7d; `0` is allowed. */
export function readSpan(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,8})([smhd])$/.exec(text) ?? []
  const span = text === '0' ? 0 : Number(count) * (UNITS[unit] ?? NaN)
  if (!(span <= MAX_SPAN)) {
    throw new InvalidArgumentError('Expected 0, or a span of up to 365 days such as 30m, 24h or 7d.')
  }
  return span
}

/** The start of a month that is not in the future. */
export function readMonth(text: string): number {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) {
    throw new InvalidArgumentError('Expected a month such as 2026-11.')
  }
  const start = Date.parse(text)
  if (start > Date.now()) throw new InvalidArgumentError('That month has not begun (UTC).')
  return start
}

/** `2026-11` */
export function monthText(start: number): string {
  return new Date(start).toISOString().slice(0, 7)
}

/** `2026-11-21` */
export function dayText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
