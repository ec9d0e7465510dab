/**
 * Moments, spans and months as options of commands.
 * Guarantees: all of them UTC; each function throws commander's InvalidArgumentError with what was expected.
 */
import { InvalidArgumentError } from 'commander'
import { DAY_MS, HOUR_MS } from '../access/window.js'

/** A day, or a day and the time of a time zone. */
const DAY_OR_MOMENT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** The moment (Unix milliseconds) from which a key is refused. Options cannot be null, hence the word. */
export type Expiry = number | 'never'

/** The last day that something is good for, a moment with its time zone, or `never`. */
export function readExpiry(text: string): Expiry {
  if (text === 'never') return text
  const [, day = '', time] = DAY_OR_MOMENT.exec(text) ?? []
  const moment = time === undefined ? Date.parse(day) + DAY_MS : Date.parse(text)
  if (Number.isNaN(moment) || !isRealDay(day)) {
    throw new InvalidArgumentError(
      'Expected the last day it works, such as 2027-01-31, a moment such as 2027-01-31T12:00:00Z, or never.',
    )
  }
  if (moment <= Date.now()) {
    throw new InvalidArgumentError('That is past: to end a key now, suspend or revoke it.')
  }
  return moment
}

/** Date.parse takes 2027-02-30 for a day in March. */
function isRealDay(text: string): boolean {
  const start = Date.parse(text)
  return !Number.isNaN(start) && dayText(start) === text
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
