/**
 * When a call is made again.
 * Guarantees: only after a 429 or 503 that says for how long to wait, which costs nothing; never more often, nor after a
 * longer wait, than was allowed.
 */
import { RobeError } from './error.js'

export interface Retry {
  /** How often a call is made again at most. */
  readonly times: number
  /** A call that should wait for longer than this fails at once. */
  readonly longestWaitMs: number
}

export const DEFAULT_RETRY: Retry = { times: 2, longestWaitMs: 10_000 }
export const NO_RETRY: Retry = { times: 0, longestWaitMs: 0 }

const PASSING: readonly number[] = [429, 503]

export async function withRetry<Told>(
  { times, longestWaitMs }: Retry,
  signal: AbortSignal | undefined,
  call: () => Promise<Told>,
): Promise<Told> {
  for (let made = 0; ; made++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof RobeError) || !PASSING.includes(error.status)) throw error
      const waitMs = (error.retryAfter ?? Infinity) * 1000
      if (made >= times || waitMs > longestWaitMs) throw error
      await pause(waitMs, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      // What the caller gave as its reason, whatever that is.
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal?.aborted === true) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
