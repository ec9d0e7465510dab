/**
 * Calendar windows in UTC: the hour, day and month that contain a time. `start` is inclusive, `end` exclusive.
 */
import type { Limits, Span } from './ports.js'

export type WindowName = keyof Limits

/** In increasing length. */
export const WINDOWS: readonly WindowName[] = Object.freeze(['hour', 'day', 'month'])

export type Windows = Readonly<Record<WindowName, Span>>

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The window of this name that contains the time (Unix milliseconds). */
export function windowAt(name: WindowName, moment: number): Span {
  if (name === 'month') return monthAt(moment)
  const length = name === 'hour' ? HOUR_MS : DAY_MS
  const start = Math.floor(moment / length) * length
  return { start, end: start + length }
}

/** The last result of `windowsAt`, valid for one hour. */
let latest: Windows | undefined

/** All three windows that contain the time. */
export function windowsAt(moment: number): Windows {
  if (latest === undefined || moment < latest.hour.start || moment >= latest.hour.end)
    latest = perWindow((name) => windowAt(name, moment))
  return latest
}

/** One value for each of the three windows. */
export function perWindow<T>(make: (name: WindowName) => T): Readonly<Record<WindowName, T>> {
  return { hour: make('hour'), day: make('day'), month: make('month') }
}

function monthAt(moment: number): Span {
  const date = new Date(moment)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) }
}
