/**
 * Caches of one process for keys and their counts, which also serve while Redis is unavailable.
 * Guarantees: bounded; the least recently used key is evicted.
 */
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import type { Charge, Clock, KeyRecord, Limits, Usage } from '../../access/ports.js'
import { perWindow, windowAt, WINDOWS } from '../../access/window.js'

/** About a kilobyte each. */
const MAX_KEYS = 20_000

/** About 300 bytes each. */
const MAX_MISSES = 10_000

/** How long a miss is cached: a key created elsewhere may stay unknown for this time. */
const MISS_TTL_MS = 1_000

/** Records by each of their secrets; revoked keys are not found. */
export class KeyCache {
  readonly #byDigest = new LRUCache<string, KeyRecord>({ max: MAX_KEYS })
  /** Lookups that are in progress or found no key. */
  readonly #lookups = new LRUCache<string, Promise<KeyRecord | undefined>>({
    max: MAX_MISSES,
    ttl: MISS_TTL_MS,
  })

  byDigest(digest: string): KeyRecord | undefined {
    return this.#byDigest.get(digest)
  }

  /** Looks up a digest that is not cached: each at most once in MISS_TTL_MS, so that an unknown key costs Redis little. */
  lookUp(digest: string, find: (digest: string) => Promise<KeyRecord | undefined>) {
    const pending = this.#lookups.get(digest)
    if (pending !== undefined) return pending
    const forget = (): void => void this.#lookups.delete(digest)
    const lookup = find(digest)
    this.#lookups.set(digest, lookup)
    lookup.then((found) => found && forget(), forget)
    return lookup
  }

  /** Clears the misses after keys or secrets were added. */
  forgetMisses(): void {
    this.#lookups.clear()
  }

  /** Ids of the cached keys. */
  ids(): ReadonlySet<number> {
    return new Set([...this.#byDigest.values()].map(({ id }) => id))
  }

  add(record: KeyRecord): void {
    if (record.status === 'revoked') return
    for (const { digest } of record.secrets) this.#byDigest.set(digest, record)
  }

  forget(ids: readonly number[]): void {
    const gone = new Set(ids)
    for (const [digest, { id }] of [...this.#byDigest.entries()])
      if (gone.has(id)) this.#byDigest.delete(digest)
  }
}

/** How long a refusal is cached: a refund or change elsewhere may stay unknown for this time. */
const REFUSED_MS = 1_000

/** The answer of Redis to a charge. `sentAt`: time of sending, by the `steady` clock. */
interface Answer {
  readonly limits: Limits
  readonly charge: Charge
  readonly sentAt: number
}

/**
 * The last answer of Redis for each key. A client that repeats a refused call is refused without asking Redis again, and local
 * counting continues from these counts while Redis is unavailable. A refusal becomes invalid when the full window ends, when the
 * limits change, or after a local refund.
 */
export class LastAnswers {
  readonly #answers = new LRUCache<number, Answer>({ max: MAX_KEYS })

  /** `steady`: a monotonic clock. */
  constructor(readonly steady: Clock = { now: () => performance.now() }) {}

  note(keyId: number, answer: Answer): void {
    this.#answers.set(keyId, answer)
  }

  /** A refusal that is still valid for these units, with the current time. */
  refusal(keyId: number, limits: Limits, units: number): Charge | undefined {
    const last = this.#answers.get(keyId)
    if (last === undefined || last.charge.allowed) return undefined
    if (WINDOWS.some((window) => limits[window] !== last.limits[window])) return undefined
    const { used, at } = last.charge
    // Redis answered after `sentAt`, so its clock shows this time or an earlier one.
    const passed = this.steady.now() - last.sentAt
    const full = WINDOWS.filter((window) => used[window] + units > limits[window])
    if (full.length === 0) return undefined
    const lasts = Math.min(REFUSED_MS, ...full.map((window) => windowAt(window, at).end - at))
    return passed >= 0 && passed < lasts ? { allowed: false, used, at: Math.floor(at + passed) } : undefined
  }

  /** Applies a refund, after which calls are allowed again. */
  refunded(keyId: number, units: number): void {
    const last = this.#answers.peek(keyId)
    if (last === undefined) return
    const used = perWindow((window) => Math.max(0, last.charge.used[window] - units))
    this.#answers.set(keyId, { ...last, charge: { ...last.charge, used, allowed: true } })
  }

  /** The last known counts, which miss charges of other processes. An expired window counts as unused. */
  countsOf(keyId: number, now: number): Usage {
    const last = this.#answers.peek(keyId)?.charge
    return perWindow((window) =>
      last !== undefined && now < windowAt(window, last.at).end ? last.used[window] : 0,
    )
  }
}
