/**
 * The clock of a running server.
 * Guarantees: it never shows an earlier moment than it has shown, so that no window opens twice.
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
