/**
 * Rate-limit headers.
 * Guarantees: non-negative integers; the window shown is the one with the fewest remaining requests, among equals the one that resets
 * later; after Retry-After no window is full.
 */
import type { Charge, Limits } from './ports.js'
import { WINDOWS, windowsAt } from './window.js'

/**
 * The headers after a charge, by name. A refused request also gets Retry-After, in whole seconds, at least 1.
 */
export function rateHeaders(limits: Limits, charge: Charge): Readonly<Record<string, string>> {
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
    ...(!allowed && { 'Retry-After': String(Math.max(1, secondsUp(end - at))) }),
  }
}

/** The message of a refusal: which limit is used up, and until when. */
export function usedUp(limits: Limits, charge: Charge): string {
  const { window, end } = tightest(limits, charge)
  const next = new Date(end).toISOString().replace(/\.\d+/, '')
  return (
    `The ${limits[window]} requests of this key for this ${window} are used up: ` +
    `the next ${window} begins at ${next}, in ${Math.max(1, secondsUp(end - charge.at))} seconds`
  )
}

/** The window with the fewest remaining requests; among equals the one that resets later, so that a full month outweighs a full hour. */
function tightest(limits: Limits, { used, at }: Charge) {
  const windows = windowsAt(at)
  const remaining = WINDOWS.map((window) => ({
    window,
    remaining: Math.max(0, limits[window] - used[window]),
    end: windows[window].end,
  }))
  return remaining.reduce((best, next) => {
    const isEarlierTie = next.remaining === best.remaining && next.end < best.end
    return next.remaining > best.remaining || isEarlierTie ? best : next
  })
}

function secondsUp(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}
