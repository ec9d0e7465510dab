/**
 * The clock of a running server.
 * Guarantees: never goes backwards, so that no window opens twice.
 */
import { performance } from 'node:perf_hooks'
import type { Clock } from './ports.js'

/**
 * Follows the system clock. If that is set back, this clock continues at normal pace from its last time until restart. (If it stood
 * still instead, one hour's quota would last until the system clock had caught up.)
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
