/**
 * When the ledger is written: soon after something changed, never while nothing did.
 * Guarantees: a change waits at most FLUSH_MS for its writing, which is tried again until it works; no timer
 * keeps the process alive.
 * Leaves to others: what is written, and telling about failures (`write` says whether it worked).
 */

/** The rest of the promised 100 ms is for the writing itself. */
const FLUSH_MS = 80
const RETRY_MS = 500

export interface Flusher {
  /** Something changed: write it soon. */
  readonly wake: () => void
  /** No more writing from here on. */
  readonly stop: () => void
}

export function createFlusher(write: () => boolean): Flusher {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function arm(delay: number): void {
    if (stopped || timer !== undefined) return
    timer = setTimeout(flush, delay)
    timer.unref()
  }

  function flush(): void {
    timer = undefined
    if (!write()) arm(RETRY_MS)
  }

  return {
    wake: () => arm(FLUSH_MS),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
