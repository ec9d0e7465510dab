/**
 * What one process remembers of the keys that it has met, for the next call and for times without Redis.
 * Guarantees: never more than so many keys, the longest unheard of go first.
 */
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import type { Charge, KeyRecord, Limits, Usage } from '../../access/ports.js'
import { perWindow, windowAt, WINDOWS } from '../../access/window.js'

/** About a kilobyte each. */
const MOST_KEYS = 20_000

/** Records, found by any of their secrets; revoked keys are not found. */
export class KnownKeys {
  readonly #idOf = new Map<string, number>()
  readonly #records = new LRUCache<number, KeyRecord>({
    max: MOST_KEYS,
    dispose: (record) => {
      for (const { digest } of record.secrets) this.#idOf.delete(digest)
    },
  })

  byDigest(digest: string): KeyRecord | undefined {
    const id = this.#idOf.get(digest)
    return id === undefined ? undefined : this.#records.get(id)
  }

  has(id: number): boolean {
    return this.#records.has(id)
  }

  put(record: KeyRecord): void {
    if (record.status === 'revoked') return this.drop(record.id)
    // What it replaces is disposed of first, so the secrets are entered afterwards.
    this.#records.set(record.id, record)
    for (const { digest } of record.secrets) this.#idOf.set(digest, record.id)
  }

  drop(id: number): void {
    this.#records.delete(id)
  }
}

/** A refund or a change of the key elsewhere is unknown here for so long at most. */
const REFUSED_MS = 1_000

interface Refused {
  readonly limits: Limits
  readonly used: Usage
  /** Redis's moment of the refusal, and this process's when it was asked for. */
  readonly at: number
  readonly askedAt: number
  /** How long it holds, milliseconds. */
  readonly lasts: number
}

/**
 * Refusals, so that a caller that hammers on does not reach Redis. Nobody is refused from here once the full window is
 * over, nor with other limits than those that refused, nor after a refund made here.
 */
export class Refusals {
  readonly #refused = new LRUCache<number, Refused>({ max: MOST_KEYS })

  /** `steady`: milliseconds that only go on. */
  constructor(readonly steady: () => number = () => performance.now()) {}

  /** The refusal that still holds, dated now. */
  holding(keyId: number, limits: Limits): Charge | undefined {
    const known = this.#refused.get(keyId)
    if (known === undefined) return undefined
    // Redis was asked after `askedAt`, so its clock shows this moment or an earlier one.
    const passed = this.steady() - known.askedAt
    const isSame = WINDOWS.every((window) => limits[window] === known.limits[window])
    if (isSame && passed >= 0 && passed < known.lasts)
      return { allowed: false, used: known.used, at: Math.floor(known.at + passed) }
    this.forget(keyId)
    return undefined
  }

  /** `askedAt`: the `steady` moment before Redis was asked. */
  remember(keyId: number, limits: Limits, { used, at }: Charge, askedAt: number): void {
    const full = WINDOWS.filter((window) => used[window] >= limits[window])
    if (full.length === 0) return
    const lasts = Math.min(REFUSED_MS, ...full.map((window) => windowAt(window, at).end - at))
    this.#refused.set(keyId, { limits, used, at, askedAt, lasts })
  }

  forget(keyId: number): void {
    this.#refused.delete(keyId)
  }
}

/**
 * What Redis last said of each key's counts, for refusals that show a caller its limits while Redis is away. They are out
 * of date as soon as another process charges: nothing is decided by them.
 */
export class LastCounts {
  readonly #heard = new LRUCache<number, { readonly used: Usage; readonly at: number }>({ max: MOST_KEYS })

  /** `at`: the moment of these counts, Unix milliseconds. */
  note(keyId: number, used: Usage, at: number): void {
    this.#heard.set(keyId, { used, at })
  }

  /** A window that is over since then counts as unused, and so does a key that was never noted. */
  of(keyId: number, now: number): Usage {
    const last = this.#heard.peek(keyId)
    return perWindow((window) =>
      last !== undefined && now < windowAt(window, last.at).end ? last.used[window] : 0,
    )
  }
}
