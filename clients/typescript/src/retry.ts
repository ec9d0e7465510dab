/**
 * When a refused call is retried.
 * Guarantees: only after a 429 or 503 with Retry-After, which costs nothing; never more often, nor after a longer wait, than
 * was allowed.
 */
import { RobeError } from './error.js'

export interface Retry {
  /** The most retries of one call. */
  readonly times: number
  /** A call that should wait for longer than this fails at once. */
  readonly longestWaitMs: number
}

export interface RetryPolicy extends Retry {
  /** How long one call may wait in all for rate-limit windows (429), whatever `times` and `longestWaitMs` say. */
  readonly waitForWindowMs: number
}

export const DEFAULT_RETRY: Retry = { times: 2, longestWaitMs: 10_000 }
export const NO_RETRY: Retry = { times: 0, longestWaitMs: 0 }

const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503
/** The shortest wait for a window: an intermediary that answers `Retry-After: 0` must not keep a client busy. */
const MIN_WINDOW_WAIT_MS = 1_000

export async function withRetry<Result>(
  { times, longestWaitMs, waitForWindowMs }: RetryPolicy,
  signal: AbortSignal | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  let retries = 0
  let windowMs = waitForWindowMs
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof RobeError)) throw error
      if (error.status !== TOO_MANY_REQUESTS && error.status !== UNAVAILABLE) throw error
      const waitMs = (error.retryAfter ?? Infinity) * 1000
      const windowWaitMs = Math.max(waitMs, MIN_WINDOW_WAIT_MS)
      if (error.status === TOO_MANY_REQUESTS && windowWaitMs <= windowMs) {
        windowMs -= windowWaitMs
        await pause(windowWaitMs, signal)
      } else if (retries < times && waitMs <= longestWaitMs) {
        retries += 1
        await pause(waitMs, signal)
      } else throw error
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
