/**
 * Counts calls in one process: for embedded stores, and for a server while Redis is unavailable.
 * Guarantees: hour, day and month are charged atomically and exactly, however many calls are concurrent; a window never re-opens,
 * even if the clock is set back; unwritten counts are tracked.
 *
 * Uses the memory limiter of rate-limiter-flexible with one dated key per window. Its records do not expire (duration 0), because the
 * library's expiry follows the system clock, which may be set back, and 31 days overflow its timer.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Charge, Clock, LedgerRow, Limits, Usage } from '../access/ports.js'
import { HOUR_MS, perWindow, windowAt, WINDOWS, windowsAt, type WindowName } from '../access/window.js'

export type UsageCounter = ReturnType<typeof createUsageCounter>

/** Admitted calls of a key in a window. */
interface Line extends LedgerRow {
  /** The key in the limiter. */
  readonly dated: string
  count: number
}

/** Retention after the window closes, for refunds. */
const KEPT_MS = HOUR_MS

export function createUsageCounter(clock: Clock) {
  const limiter = new RateLimiterMemory({ points: 0, duration: 0, keyPrefix: '' })
  const lines = new Map<string, Line>()
  const changed = new Set<Line>()
  const lastUsed = new Map<number, number>()
  let latest = clock.now()
  let hourEnd = windowAt('hour', latest).end

  /** The current time; never goes backwards. */
  function now(): number {
    latest = Math.max(latest, clock.now())
    return latest
  }

  function lineOf(keyId: number, window: WindowName, start: number): Line {
    const dated = `${keyId}:${window}:${start}`
    let line = lines.get(dated)
    if (line === undefined) {
      line = { keyId, window, start, dated, count: 0 }
      lines.set(dated, line)
    }
    return line
  }

  /** A key's lines of the windows that contain `at`. The first call in each hour drops expired lines. */
  function linesAt(keyId: number, at: number): Readonly<Record<WindowName, Line>> {
    const windows = windowsAt(at)
    if (at >= hourEnd) {
      hourEnd = windows.hour.end
      dropBefore(oldestKept(at))
    }
    return perWindow((window) => lineOf(keyId, window, windows[window].start))
  }

  function dropBefore(oldest: Readonly<Record<WindowName, number>>): void {
    for (const { dated, window, start } of lines.values()) {
      if (start >= oldest[window]) continue
      lines.delete(dated)
      void limiter.delete(dated)
    }
  }

  function add(line: Line, units: number): void {
    line.count += units
    changed.add(line)
  }

  return {
    async charge(keyId: number, limits: Limits, units = 1): Promise<Charge> {
      const at = now()
      const current = linesAt(keyId, at)
      lastUsed.set(keyId, at)
      // Units that do not fit are never consumed, not even for a moment: other calls of the same turn may fit.
      if (WINDOWS.some((window) => current[window].count + units > limits[window]))
        return { allowed: false, used: countsOf(current), at }
      for (const window of WINDOWS) add(current[window], units)
      // Limits differ between keys and may change without resetting the count, so they are set for each call.
      const consume = (window: WindowName): ReturnType<typeof limiter.consume> => {
        limiter.points = limits[window]
        return limiter.consume(current[window].dated, units)
      }
      // The three calls run synchronously, without interleaving with other charges; only their results are awaited.
      const [hour, day, month] = await Promise.all([consume('hour'), consume('day'), consume('month')])
      const used = { hour: hour.consumedPoints, day: day.consumedPoints, month: month.consumedPoints }
      return { allowed: true, used, at }
    },

    refund(keyId: number, charge: Charge, units = 1): void {
      if (!charge.allowed) return
      for (const window of WINDOWS) {
        const line = lineOf(keyId, window, windowAt(window, charge.at).start)
        const taken = Math.min(line.count, units)
        if (taken === 0) continue
        void limiter.reward(line.dated, taken)
        add(line, -taken)
      }
    },

    usage(keyId: number, isCall = false): Usage {
      const at = now()
      if (isCall) lastUsed.set(keyId, at)
      return countsOf(linesAt(keyId, at))
    },

    /** Passes total counts of changed lines to `write`, and marks them as written unless `write` throws. */
    drain(write: (rows: readonly LedgerRow[], lastUsed: ReadonlyMap<number, number>) => void): void {
      if (changed.size === 0 && lastUsed.size === 0) return
      write([...changed], lastUsed)
      changed.clear()
      lastUsed.clear()
    },

    /** Loads counts of another process. */
    restore(rows: readonly LedgerRow[]): void {
      const oldest = oldestKept(now())
      for (const { keyId, window, start, count } of rows) {
        if (start < oldest[window]) continue
        const line = lineOf(keyId, window, start)
        line.count = count
        void limiter.set(line.dated, count, 0)
      }
    },
  }
}

/** The starts of the oldest retained windows. */
function oldestKept(now: number): Readonly<Record<WindowName, number>> {
  return perWindow((window) => windowAt(window, now - KEPT_MS).start)
}

function countsOf(lines: Readonly<Record<WindowName, Line>>): Usage {
  return perWindow((window) => lines[window].count)
}
