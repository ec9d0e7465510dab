/**
 * Whether Redis is asked at all: closed while it answers, open after a few faults in a row.
 * Guarantees: a lost connection or a lost database opens it at once, other faults after MOST_FAULTS; only a
 * successful trial closes it; each change is told once.
 * Leaves to others: when to try (health-monitor.ts) and what is done without Redis.
 */
import { RedisFault } from './redis-fault.js'

const MOST_FAULTS = 5

/** A single one of these is proof enough. */
const CERTAIN = new Set(['away', 'emptied'])

export interface Breaker {
  /** The fault that keeps it open, or undefined while it is closed. */
  readonly open: () => RedisFault | undefined
  /** Does the work if closed and takes note of its end. Rejects with a RedisFault, or the work's own error. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>
  trip(fault: RedisFault): void
  close(): void
}

export function createBreaker(tell: {
  readonly opened: (fault: RedisFault) => void
  readonly closed: () => void
  readonly fault: (fault: RedisFault) => void
}): Breaker {
  let cause: RedisFault | undefined
  let faults = 0

  function trip(fault: RedisFault): void {
    const isNews = cause === undefined
    cause = fault
    if (isNews) tell.opened(fault)
  }

  return {
    open: () => cause,
    async guard(work) {
      if (cause !== undefined) throw cause
      try {
        const result = await work()
        faults = 0
        return result
      } catch (error) {
        if (!(error instanceof RedisFault)) throw error
        tell.fault(error)
        faults += 1
        if (cause === undefined && (CERTAIN.has(error.kind) || faults >= MOST_FAULTS)) trip(error)
        throw error
      }
    },
    trip,
    close() {
      faults = 0
      if (cause === undefined) return
      cause = undefined
      tell.closed()
    },
  }
}
