/**
 * Rate-limit headers.
 * Guarantees: non-negative integers; the window shown is the one with the fewest remaining requests, among equals the one that resets
 * later; after Retry-After no window is full.
 */
import type { Charge, Limits } from './ports.js'
import { WINDOWS, windowsAt } from './window.js'

/**
 * The headers after a charge, by name. A refused request also gets Retry-After, in whole seconds, at least 1.
 * @param units of the refused charge
 */
export function rateHeaders(limits: Limits, charge: Charge, units = 1): Readonly<Record<string, string>> {
  const { allowed, at } = charge
  const { window, remaining, end } = tightest(limits, charge)
  const windows = windowsAt(at)
  const policies = WINDOWS.map((name) => {
    const span = windows[name]
    return `"${name}";q=${limits[name]};w=${secondsUp(span.end - span.start)}`
  })
  return {
    'X-RateLimit-Limit': String(limits[window]),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(secondsUp(end)),
    'RateLimit-Policy': policies.join(', '),
    RateLimit: `"${window}";r=${remaining};t=${secondsUp(end - at)}`,
    ...(!allowed && { 'Retry-After': retryAfter(lastFull(limits, charge, units).end, at) }),
  }
}

/** The message of a refusal: which limit is used up, and until when. @param units that were to be charged together */
export function usedUp(limits: Limits, charge: Charge, units = 1): string {
  const { window, remaining, end } = lastFull(limits, charge, units)
  const limit = limits[window]
  if (units > 1 && units > limit)
    return `${units} requests together exceed the ${limit} that this key may make per ${window}`
  const next = new Date(end).toISOString().replace(/\.\d+/, '')
  const what =
    units === 1
      ? `The ${limit} requests of this key for this ${window} are used up`
      : `${units} requests are charged together, and this key has ${remaining} of ${limit} left for this ${window}`
  return `${what}: the next ${window} begins at ${next}, in ${retryAfter(end, charge.at)} seconds`
}

/** A window with its remaining requests and its end. */
interface Remaining {
  readonly window: keyof Limits
  readonly remaining: number
  readonly end: number
}

function remainingOf(limits: Limits, { used, at }: Charge): readonly Remaining[] {
  const windows = windowsAt(at)
  return WINDOWS.map((window) => ({
    window,
    remaining: Math.max(0, limits[window] - used[window]),
    end: windows[window].end,
  }))
}

/** The window with the fewest remaining requests; among equals the one that resets later, so that a full month outweighs a full hour. */
function tightest(limits: Limits, charge: Charge): Remaining {
  return remainingOf(limits, charge).reduce((best, next) => {
    const isEarlierTie = next.remaining === best.remaining && next.end < best.end
    return next.remaining > best.remaining || isEarlierTie ? best : next
  })
}

/**
 * Of the windows without room for the units, the one that resets last. A window whose limit is below the units comes first, because
 * no wait helps.
 */
function lastFull(limits: Limits, charge: Charge, units: number): Remaining {
  const full = remainingOf(limits, charge).filter(({ remaining }) => remaining < units)
  const never = full.filter(({ window }) => units > 1 && limits[window] < units)
  const [first = tightest(limits, charge), ...others] = never.length > 0 ? never : full
  return others.reduce((last, next) => (next.end > last.end ? next : last), first)
}

/** Whole seconds, at least 1. */
function retryAfter(end: number, at: number): string {
  return String(Math.max(1, secondsUp(end - at)))
}

function secondsUp(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}
