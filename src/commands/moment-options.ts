/**
 * Moments, spans and months as options of commands.
 * Guarantees: all of them UTC; each function throws commander's InvalidArgumentError with what was expected.
 */
import { InvalidArgumentError } from 'commander'
import { DAY_MS, HOUR_MS, windowAt } from '../access/window.js'

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

/** The moment (Unix milliseconds) from which a key is refused. Options cannot be null, hence the word. */
export type Expiry = number | 'never'

/** The last day that something is good for, a moment with its time zone, or `never`. */
export function readExpiry(text: string, now: number = Date.now()): Expiry {
  if (text === 'never') return text
  const moment = DATE.test(text) ? dayAfter(text) : MOMENT.test(text) ? momentOf(text) : undefined
  if (moment === undefined) {
    throw new InvalidArgumentError(
      'Expected the last day it works, such as 2027-01-31, a moment such as 2027-01-31T12:00:00Z, or never.',
    )
  }
  if (moment <= now) {
    throw new InvalidArgumentError('That is past: to end a key now, suspend or revoke it.')
  }
  return moment
}

function dayAfter(text: string): number | undefined {
  const moment = Date.parse(`${text}T00:00:00Z`)
  // Date.parse takes 2027-02-30 for a day in March.
  const isDay = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
  return isDay ? moment + DAY_MS : undefined
}

function momentOf(text: string): number | undefined {
  const moment = Date.parse(text)
  return Number.isNaN(moment) || dayAfter(text.slice(0, 10)) === undefined ? undefined : moment
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS }
const LONGEST_SPAN = 365 * DAY_MS

/** Milliseconds of a span such as 30m, 24h or 7d; 0 is none at all. */
export function readSpan(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,8})([smhd])$/.exec(text) ?? []
  const span = text === '0' ? 0 : Number(count) * (UNITS[unit] ?? NaN)
  if (!(span <= LONGEST_SPAN)) {
    throw new InvalidArgumentError('Expected 0, or a span of up to 365 days such as 30m, 24h or 7d.')
  }
  return span
}

/** The beginning of a month that has begun. */
export function readMonth(text: string, now: number = Date.now()): number {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined || month === undefined) {
    throw new InvalidArgumentError('Expected a month such as 2026-11.')
  }
  const start = Date.UTC(Number(year), Number(month) - 1)
  if (start > windowAt('month', now).start) throw new InvalidArgumentError('That month has not begun (UTC).')
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
