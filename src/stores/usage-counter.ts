/**
 * Counting in one process: the Counters of the embedded stores, and of a server while Redis is away.
 * Guarantees: hour, day and month are charged together or not at all, exactly, however many calls are in
 * flight; a window never re-opens, whatever the clock does; what is admitted and not yet written is known.
 * Leaves to others: writing the ledger down and reading it back (server-store.ts).
 *
 * The memory limiter of rate-limiter-flexible counts and refuses; each window is a dated key of it. Its records are kept
 * without a term of their own (duration 0) and dropped here: a term is measured by the library on the computer's
 * clock, which would open a window anew when that clock is set back, and 31 days overflow its timer.
 */
import RateLimiterMemory = require('rate-limiter-flexible/lib/RateLimiterMemory.js')
import { neverBack } from '../access/clock.js'
import type { Charge, Clock, Counters, LedgerRow, Limits, Usage } from '../access/ports.js'
import type { WindowName, Windows } from '../access/window.js'
import { perWindow, windowAt, WINDOWS, windowsAt } from '../access/window.js'

export interface UsageCounter extends Omit<Counters, 'ledger'> {
  /** The latest call of a key in this process, Unix milliseconds. */
  readonly lastUsedAt: (keyId: number) => number | undefined
  /**
   * Hands what changed since the last time to `write`, in whole counts, and forgets it once `write` returns.
   * Does nothing when nothing changed; when `write` throws, everything is handed over again next time.
   */
  drain(write: (rows: readonly LedgerRow[], lastUsed: ReadonlyMap<number, number>) => void): void
  /** What the next `drain` would hand over. */
  undrained(): readonly LedgerRow[]
  /** Takes up counts of keys that this process has not counted yet. */
  restore(rows: readonly LedgerRow[]): void
}

export interface UsageCounterOptions {
  readonly clock: Clock
  /** Counts of windows not yet over, from an earlier process. */
  readonly restored?: readonly LedgerRow[]
  /** Called when there is something to drain where there was nothing. */
  readonly onDirty?: () => void
}

/** What was admitted to a key in a window. */
interface Line extends LedgerRow {
  /** The dated key of the limiter. */
  readonly dated: string
  count: number
}

/** The current window's line of a key, and the one before it for refunds that come after the boundary. */
interface Account {
  current: Readonly<Record<WindowName, Line>>
  readonly previous: Partial<Record<WindowName, Line>>
}

export function createUsageCounter({ clock, restored = [], onDirty }: UsageCounterOptions): UsageCounter {
  const guarded = neverBack(clock)
  const limiter = new RateLimiterMemory({ points: 0, duration: 0, keyPrefix: '' })
  const earlier = new Map<string, number>()
  const accounts = new Map<number, Account>()
  const changed = new Set<Line>()
  const lastUsed = new Map<number, number>()
  const touched = new Map<number, number>()
  // From here on the clock shows no moment before this one.
  guarded.now()
  restore(restored)

  function restore(rows: readonly LedgerRow[]): void {
    for (const { keyId, window, start, count } of rows) {
      const line = accounts.get(keyId)?.current[window]
      if (line?.start === start) {
        line.count = count
        void limiter.set(line.dated, count, 0)
      } else earlier.set(datedKey(keyId, window, start), count)
    }
  }

  /** The lines of the windows that hold `at`; opens those that have begun since the last call. */
  function linesAt(keyId: number, at: number): Account['current'] {
    const windows = windowsAt(at)
    let account = accounts.get(keyId)
    if (account === undefined) {
      account = { current: perWindow((window) => open(keyId, window, windows)), previous: {} }
      accounts.set(keyId, account)
    } else if (account.current.hour.start !== windows.hour.start) {
      const past = account
      account.current = perWindow((window) => turn(past, window, windows))
    }
    return account.current
  }

  function open(keyId: number, window: WindowName, windows: Windows): Line {
    const { start } = windows[window]
    const dated = datedKey(keyId, window, start)
    const count = earlier.get(dated) ?? 0
    earlier.delete(dated)
    if (count > 0) void limiter.set(dated, count, 0)
    return { keyId, window, start, dated, count }
  }

  function turn(account: Account, window: WindowName, windows: Windows): Line {
    const line = account.current[window]
    if (line.start === windows[window].start) return line
    const forgotten = account.previous[window]
    if (forgotten !== undefined) void limiter.delete(forgotten.dated)
    account.previous[window] = line
    return open(line.keyId, window, windows)
  }

  function add(line: Line, units: number): void {
    markDirty()
    line.count += units
    changed.add(line)
  }

  function touch(keyId: number, at: number): void {
    markDirty()
    lastUsed.set(keyId, at)
    touched.set(keyId, at)
  }

  function markDirty(): void {
    if (changed.size === 0 && touched.size === 0) onDirty?.()
  }

  return {
    async charge(keyId: number, limits: Limits): Promise<Charge> {
      const at = guarded.now()
      const lines = linesAt(keyId, at)
      touch(keyId, at)
      // Every key has limits of its own, and a changed limit must not begin a new count: each question says its own.
      const consume = (window: WindowName): ReturnType<typeof limiter.consume> => {
        limiter.points = limits[window]
        return limiter.consume(lines[window].dated)
      }
      try {
        // The three bodies run here and now, before any other call can: only their answers are awaited.
        const [hour, day, month] = await Promise.all([consume('hour'), consume('day'), consume('month')])
        for (const window of WINDOWS) add(lines[window], 1)
        const used = { hour: hour.consumedPoints, day: day.consumedPoints, month: month.consumedPoints }
        return { allowed: true, used, at }
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        for (const window of WINDOWS) void limiter.reward(lines[window].dated)
        return { allowed: false, used: countsOf(lines), at }
      }
    },

    refund(keyId: number, charge: Charge): void {
      const account = accounts.get(keyId)
      if (!charge.allowed || account === undefined) return
      for (const window of WINDOWS) {
        const { start } = windowAt(window, charge.at)
        const line = [account.current[window], account.previous[window]].find((each) => each?.start === start)
        if (line === undefined || line.count === 0) continue
        void limiter.reward(line.dated)
        add(line, -1)
      }
    },

    usage: (keyId) => countsOf(linesAt(keyId, guarded.now())),
    touch: (keyId) => touch(keyId, guarded.now()),
    lastUsedAt: (keyId) => lastUsed.get(keyId),

    drain(write) {
      if (changed.size === 0 && touched.size === 0) return
      write([...changed], touched)
      changed.clear()
      touched.clear()
    },

    undrained: () => [...changed],
    restore,
  }
}

function countsOf(lines: Account['current']): Usage {
  return perWindow((window) => lines[window].count)
}

function datedKey(keyId: number, window: WindowName, start: number): string {
  return `${keyId}:${window}:${start}`
}
