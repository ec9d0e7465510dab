/**
 * What one process caches of the keys it has served, for the next call and for times without Redis.
 * Guarantees: the caches are bounded and evict the least recently used key.
 */
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import type { Charge, Clock, KeyRecord, Limits, Usage } from '../../access/ports.js'
import { perWindow, windowAt, WINDOWS } from '../../access/window.js'

/** About a kilobyte each. */
const MAX_KEYS = 20_000

/** About 300 bytes each. */
const MAX_MISSES = 10_000

/** A key that is made elsewhere after a miss is unknown here for so long at most. */
const MISS_TTL_MS = 1_000

/** Records by each of their secrets; revoked keys are not found. */
export class KeyCache {
  readonly #byDigest = new LRUCache<string, KeyRecord>({ max: MAX_KEYS })
  /** Lookups that are under way or found no key. */
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

  /** Forgets the misses, since keys or secrets were added. */
  forgetMisses(): void {
    this.#lookups.clear()
  }

  /** The keys that are remembered. */
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

/** A refund or a change of the key elsewhere is unknown here for so long at most. */
const REFUSED_MS = 1_000

/** How Redis answered a charge that was asked for at the `steady` moment `askedAt`. */
interface Answer {
  readonly limits: Limits
  readonly charge: Charge
  readonly askedAt: number
}

/**
 * What Redis last answered about each key's counts. A client that repeats a refused call is refused without asking Redis again,
 * and counting goes on from these counts while Redis is away. A refusal no longer holds once the full window is over, with other
 * limits, or after a refund made here.
 */
export class LastAnswers {
  readonly #answers = new LRUCache<number, Answer>({ max: MAX_KEYS })

  /** `steady`: a clock that only goes on. */
  constructor(readonly steady: Clock = { now: () => performance.now() }) {}

  note(keyId: number, answer: Answer): void {
    this.#answers.set(keyId, answer)
  }

  /** The refusal that still holds, dated now. */
  refusal(keyId: number, limits: Limits): Charge | undefined {
    const last = this.#answers.get(keyId)
    if (last === undefined || last.charge.allowed) return undefined
    if (WINDOWS.some((window) => limits[window] !== last.limits[window])) return undefined
    const { used, at } = last.charge
    // Redis was asked after `askedAt`, so its clock shows this moment or an earlier one.
    const passed = this.steady.now() - last.askedAt
    const full = WINDOWS.filter((window) => used[window] >= limits[window])
    const lasts = Math.min(REFUSED_MS, ...full.map((window) => windowAt(window, at).end - at))
    return passed >= 0 && passed < lasts ? { allowed: false, used, at: Math.floor(at + passed) } : undefined
  }

  /** After a refund there is room again. */
  refunded(keyId: number): void {
    const last = this.#answers.peek(keyId)
    if (last === undefined) return
    const used = perWindow((window) => Math.max(0, last.charge.used[window] - 1))
    this.#answers.set(keyId, { ...last, charge: { ...last.charge, used, allowed: true } })
  }

  /** The counts, out of date as soon as another process charges. A window that is over counts as unused. */
  countsOf(keyId: number, now: number): Usage {
    const last = this.#answers.peek(keyId)?.charge
    return perWindow((window) =>
      last !== undefined && now < windowAt(window, last.at).end ? last.used[window] : 0,
    )
  }
}
