/**
 * The clock of a running server, and the guard that keeps any clock from going back.
 * Guarantees: neither ever shows an earlier moment than it has shown, so that no window opens twice.
 * Leaves to others: calendar windows (window.ts).
 */
import { performance } from 'node:perf_hooks'
import type { Clock } from './ports.js'

/**
 * The computer's clock. When somebody sets it back, this one walks on at the true pace from where it stood
 * (a frozen clock would make one hour's quota last until the computer has caught up); a restart takes the
 * corrected time.
 */
export function systemClock(wall: () => number = Date.now, steady = () => performance.now()): Clock {
  let latest = wall()
  let readAt = steady()
  return {
    now() {
      const pace = steady()
      latest = Math.max(wall(), latest + (pace - readAt))
      readAt = pace
      return Math.floor(latest)
    },
  }
}

/** The same clock, standing still while it would run backwards. */
export function neverBack(clock: Clock): Clock {
  let latest = Number.NEGATIVE_INFINITY
  return {
    now() {
      latest = Math.max(latest, clock.now())
      return latest
    },
  }
}
