/**
 * The HTTP headers that show a caller its limits.
 * Guarantees: true integers, never negative; the window shown is the one with the fewest requests remaining,
 * the one that resets later among equals; Retry-After leads past every window that is full.
 */
import type { Charge, Limits, Usage } from './ports.js'
import type { WindowName, Windows } from './window.js'
import { WINDOWS, windowsAt } from './window.js'

/** Header names as they are sent, each with its text. */
export type RateHeaders = Readonly<Record<string, string>>

/** The headers after a charge. Those of a refused request have a Retry-After too, in whole seconds, at least 1. */
export function rateHeaders(limits: Limits, { allowed, used, at }: Charge): RateHeaders {
  const windows = windowsAt(at)
  const { window, remaining } = tightest(limits, used, windows)
  const { end } = windows[window]
  return {
    'X-RateLimit-Limit': String(limits[window]),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(secondsUp(end)),
    'RateLimit-Policy': WINDOWS.map((name) => policy(name, limits, windows)).join(', '),
    RateLimit: `"${window}";r=${remaining};t=${secondsUp(end - at)}`,
    ...(!allowed && { 'Retry-After': String(Math.max(1, secondsUp(end - at))) }),
  }
}

/** Which limit refused a request, and until when, in one English sentence. */
export function usedUp(limits: Limits, { used, at }: Charge): string {
  const windows = windowsAt(at)
  const { window } = tightest(limits, used, windows)
  const { end } = windows[window]
  const next = new Date(end).toISOString().replace(/\.\d+/, '')
  return (
    `The ${limits[window]} requests of this key for this ${window} are used up: ` +
    `the next ${window} begins at ${next}, in ${Math.max(1, secondsUp(end - at))} seconds`
  )
}

/** Fewest remaining first; of equals the later reset, so a full month outweighs a full hour. */
function tightest(limits: Limits, used: Usage, windows: Windows) {
  const standings = WINDOWS.map((window) => ({
    window,
    remaining: Math.max(0, limits[window] - used[window]),
  }))
  return standings.reduce((best, next) => {
    const isEarlierTie =
      next.remaining === best.remaining && windows[next.window].end < windows[best.window].end
    return next.remaining > best.remaining || isEarlierTie ? best : next
  })
}

function policy(window: WindowName, limits: Limits, windows: Windows): string {
  const { start, end } = windows[window]
  return `"${window}";q=${limits[window]};w=${secondsUp(end - start)}`
}

function secondsUp(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}
