/**
 * What the HTTP headers tell a caller about its limits.
 * Guarantees: true integers, never negative; the window shown is the one with the fewest requests remaining,
 * the one that resets later among equals; Retry-After leads past every window that is full.
 */
import type { Limits, Usage } from './ports.js'
import type { WindowName, Windows } from './window.js'
import { WINDOWS, windowsAt } from './window.js'

/** Header names as they are sent, each with its text. */
export type RateHeaders = Readonly<Record<string, string>>

/** The headers after the moment `at` (Unix milliseconds), when `used` is what is counted in its windows. */
export function rateHeaders(limits: Limits, used: Usage, at: number): RateHeaders {
  const windows = windowsAt(at)
  return write(limits, tightest(limits, used, windows), windows, at)
}

/** The same for a refused request, with Retry-After in whole seconds, at least 1. */
export function refusalHeaders(limits: Limits, used: Usage, at: number): RateHeaders {
  const windows = windowsAt(at)
  const standing = tightest(limits, used, windows)
  const wait = String(Math.max(1, secondsUp(standing.end - at)))
  return { ...write(limits, standing, windows, at), 'Retry-After': wait }
}

/** Fewest remaining first; of equals the later reset, so a full month outweighs a full hour. */
function tightest(limits: Limits, used: Usage, windows: Windows) {
  const standings = WINDOWS.map((window) => {
    const limit = limits[window]
    return { window, limit, remaining: Math.max(0, limit - used[window]), end: windows[window].end }
  })
  return standings.reduce((best, next) => {
    const isEarlierTie = next.remaining === best.remaining && next.end < best.end
    return next.remaining > best.remaining || isEarlierTie ? best : next
  })
}

function write(
  limits: Limits,
  standing: ReturnType<typeof tightest>,
  windows: Windows,
  at: number,
): RateHeaders {
  const { window, limit, remaining, end } = standing
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(secondsUp(end)),
    'RateLimit-Policy': `${policy('hour', limits, windows)}, ${policy('day', limits, windows)}, ${policy('month', limits, windows)}`,
    RateLimit: `"${window}";r=${remaining};t=${secondsUp(end - at)}`,
  }
}

function policy(window: WindowName, limits: Limits, windows: Windows): string {
  const { start, end } = windows[window]
  return `"${window}";q=${limits[window]};w=${secondsUp(end - start)}`
}

function secondsUp(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}
