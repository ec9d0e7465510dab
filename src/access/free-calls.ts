/**
 * Calls that are free of charge, limited by a token bucket for each key: a burst, and then a steady rate.
 * Guarantees: a refused call asks nothing of the store; a clock that is set back neither locks a key out nor fills its
 * bucket; memory is bounded: beyond MAX_BUCKETS the bucket that was used least recently is dropped, and is full when its
 * key calls again.
 * In this process alone: each instance grants a key its own burst and rate.
 */
import type { Awaitable, Clock, Counters, Usage } from './ports.js'

export const BURST = 60
export const REFILL_PER_SECOND = 10
const MAX_BUCKETS = 10_000

export interface FreeCall {
  readonly isAllowed: boolean
  /**
   * Counts of the key. Of a refused call they are those that the last allowed one has read, a tenth of a second ago at
   * most: by then the bucket holds another token.
   */
  readonly used: Awaitable<Usage>
}

interface Bucket {
  readonly tokens: number
  /** When it held them, Unix milliseconds. */
  readonly at: number
  readonly used: Awaitable<Usage>
}

export class FreeCalls {
  /** By key, the least recently used first. */
  private readonly buckets = new Map<number, Bucket>()

  constructor(
    private readonly counters: Pick<Counters, 'usage'>,
    private readonly clock: Clock,
    private readonly maxBuckets = MAX_BUCKETS,
  ) {}

  /** Takes a token if there is one; an allowed call is the key's latest use. */
  call(keyId: number): FreeCall {
    const at = this.clock.now()
    const before = this.buckets.get(keyId)
    const tokens = before === undefined ? BURST : Math.min(BURST, before.tokens + refill(at - before.at))
    if (before !== undefined && tokens < 1) {
      this.keep(keyId, { ...before, tokens, at })
      return { isAllowed: false, used: before.used }
    }
    const used = this.counters.usage(keyId, true)
    this.keep(keyId, { tokens: tokens - 1, at, used })
    return { isAllowed: true, used }
  }

  private keep(keyId: number, bucket: Bucket): void {
    this.buckets.delete(keyId)
    this.buckets.set(keyId, bucket)
    const [oldest] = this.buckets.keys()
    if (this.buckets.size > this.maxBuckets && oldest !== undefined) this.buckets.delete(oldest)
  }
}

function refill(milliseconds: number): number {
  return (Math.max(0, milliseconds) / 1000) * REFILL_PER_SECOND
}
