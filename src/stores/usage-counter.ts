/**
 * Counting in one process: the Counters of the embedded stores, and of a server while Redis is away.
 * Guarantees: hour, day and month are charged together or not at all, exactly, however many calls are in
 * flight; a window never re-opens, whatever the clock does; what is admitted and not yet written is known.
 *
 * The memory limiter of rate-limiter-flexible refuses; each window is a dated key of it. Its records have no term of their
 * own (duration 0): terms follow the computer's clock, which may be set back, and 31 days overflow the library's timer.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Charge, Clock, LedgerRow, Limits, Usage } from '../access/ports.js'
import { HOUR_MS, perWindow, windowAt, WINDOWS, windowsAt, type WindowName } from '../access/window.js'

export type UsageCounter = ReturnType<typeof createUsageCounter>

/** What was admitted to a key in a window. */
interface Line extends LedgerRow {
  /** The dated key of the limiter. */
  readonly dated: string
  count: number
}

/** So long after its end a window's counts are kept, for refunds. */
const KEPT_MS = HOUR_MS

export function createUsageCounter(clock: Clock) {
  const limiter = new RateLimiterMemory({ points: 0, duration: 0, keyPrefix: '' })
  const lines = new Map<string, Line>()
  const changed = new Set<Line>()
  const lastUsed = new Map<number, number>()
  let latest = clock.now()
  let hourEnd = windowAt('hour', latest).end

  /** Stands still while the clock would run backwards. */
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

  /** A key's lines of the windows that hold `at`. The first call of an hour drops what is long over. */
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
    async charge(keyId: number, limits: Limits): Promise<Charge> {
      const at = now()
      const open = linesAt(keyId, at)
      lastUsed.set(keyId, at)
      // Every key has limits of its own, and a changed limit must not begin a new count: each question says its own.
      const consume = (window: WindowName): ReturnType<typeof limiter.consume> => {
        limiter.points = limits[window]
        return limiter.consume(open[window].dated)
      }
      try {
        // The three bodies run here and now, before any other call can: only their answers are awaited.
        const [hour, day, month] = await Promise.all([consume('hour'), consume('day'), consume('month')])
        for (const window of WINDOWS) add(open[window], 1)
        const used = { hour: hour.consumedPoints, day: day.consumedPoints, month: month.consumedPoints }
        return { allowed: true, used, at }
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        for (const window of WINDOWS) void limiter.reward(open[window].dated)
        return { allowed: false, used: countsOf(open), at }
      }
    },

    refund(keyId: number, charge: Charge): void {
      if (!charge.allowed) return
      for (const window of WINDOWS) {
        const line = lineOf(keyId, window, windowAt(window, charge.at).start)
        if (line.count === 0) continue
        void limiter.reward(line.dated)
        add(line, -1)
      }
    },

    usage(keyId: number, isCall = false): Usage {
      const at = now()
      if (isCall) lastUsed.set(keyId, at)
      return countsOf(linesAt(keyId, at))
    },

    /** Hands what changed since the last time to `write`, in whole counts, and forgets it unless `write` throws. */
    drain(write: (rows: readonly LedgerRow[], lastUsed: ReadonlyMap<number, number>) => void): void {
      if (changed.size === 0 && lastUsed.size === 0) return
      write([...changed], lastUsed)
      changed.clear()
      lastUsed.clear()
    },

    /** Takes up counts that another process made. */
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

/** The starts of the oldest windows that are kept. */
function oldestKept(now: number): Readonly<Record<WindowName, number>> {
  return perWindow((window) => windowAt(window, now - KEPT_MS).start)
}

function countsOf(lines: Readonly<Record<WindowName, Line>>): Usage {
  return perWindow((window) => lines[window].count)
}
