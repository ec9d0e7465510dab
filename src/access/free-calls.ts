/**
 * Rate limit of operations that are free of charge: a token bucket for each key, with a burst and a steady rate.
 * Guarantees: a refused call does not reach the store; a clock that is set back neither locks a key out nor fills its
 * bucket; memory is bounded: beyond MAX_BUCKETS the least recently used bucket is evicted, and is full when its key
 * calls again.
 * Each process grants a key its own burst and rate.
 */
import { LRUCache } from 'lru-cache'
import type { Awaitable, Clock, Counters, Usage } from './ports.js'

export const BURST = 60
export const REFILL_PER_SECOND = 10
export const MAX_BUCKETS = 10_000

export interface FreeCall {
  readonly isAllowed: boolean
  /** Usage of the key; for a refused call that of the last allowed one, at most 0.1 s old. */
  readonly used: Awaitable<Usage>
}

interface Bucket {
  readonly tokens: number
  /** Time of this state in Unix milliseconds. */
  readonly at: number
  readonly used: Awaitable<Usage>
}

export class FreeCalls {
  /** By key id. */
  private readonly buckets = new LRUCache<number, Bucket>({ max: MAX_BUCKETS })

  constructor(
    private readonly counters: Pick<Counters, 'usage'>,
    private readonly clock: Clock,
  ) {}

  /** Takes a token if there is one. An allowed call updates the key's last use. */
  call(keyId: number): FreeCall {
    const at = this.clock.now()
    const before = this.buckets.get(keyId)
    const tokens = before === undefined ? BURST : Math.min(BURST, before.tokens + refill(at - before.at))
    if (before !== undefined && tokens < 1) {
      this.buckets.set(keyId, { ...before, tokens, at })
      return { isAllowed: false, used: before.used }
    }
    const used = this.counters.usage(keyId, true)
    this.buckets.set(keyId, { tokens: tokens - 1, at, used })
    return { isAllowed: true, used }
  }
}

function refill(milliseconds: number): number {
  return (Math.max(0, milliseconds) / 1000) * REFILL_PER_SECOND
}
