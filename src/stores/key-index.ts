/**
 * All key records of a store in memory, found by id and by digest, and what keeps other keys from joining them.
 * Guarantees: look-ups touch nothing but two maps; revoked keys are never found by their digest; records
 * are frozen through and through.
 */
import type { Clash, KeyRecord } from '../access/ports.js'

export class KeyIndex {
  readonly #byId = new Map<number, KeyRecord>()
  readonly #byDigest = new Map<string, KeyRecord>()

  byDigest(digest: string): KeyRecord | undefined {
    return this.#byDigest.get(digest)
  }

  get(id: number): KeyRecord | undefined {
    return this.#byId.get(id)
  }

  /** In the order of ids. */
  list(): readonly KeyRecord[] {
    return [...this.#byId.values()].sort((one, other) => one.id - other.id)
  }

  /** Adds a record or replaces the one of the same id; returns it as it is kept. */
  put(record: KeyRecord): KeyRecord {
    const kept = freezeKey(record)
    for (const { digest } of this.get(kept.id)?.secrets ?? []) this.#byDigest.delete(digest)
    this.#byId.set(kept.id, kept)
    if (kept.status !== 'revoked') for (const { digest } of kept.secrets) this.#byDigest.set(digest, kept)
    return kept
  }

  /** Forgets everything and takes these. */
  replaceAll(records: readonly KeyRecord[]): void {
    this.#byId.clear()
    this.#byDigest.clear()
    for (const record of records) this.put(record)
  }
}

/** The record, frozen through and through. */
export function freezeKey(record: KeyRecord): KeyRecord {
  const { allowedEndpoints } = record
  return Object.freeze({
    ...record,
    limits: Object.freeze({ ...record.limits }),
    allowedEndpoints: allowedEndpoints === null ? null : Object.freeze([...allowedEndpoints]),
    allowedIps: Object.freeze([...record.allowedIps]),
    secrets: Object.freeze(record.secrets.map((secret) => Object.freeze({ ...secret }))),
  })
}

/** One for each key that cannot come: an id and a secret belong to one key only, also among those that come together. */
export function clashesOf(present: readonly KeyRecord[], coming: readonly KeyRecord[]): readonly Clash[] {
  const ids = new Set(present.map((key) => key.id))
  const digests = new Set(present.flatMap((key) => key.secrets.map((secret) => secret.digest)))
  return coming.flatMap((key): Clash[] => {
    const taken = ids.has(key.id)
      ? 'id'
      : key.secrets.some((secret) => digests.has(secret.digest))
        ? 'secret'
        : undefined
    ids.add(key.id)
    for (const { digest } of key.secrets) digests.add(digest)
    return taken === undefined ? [] : [{ keyId: key.id, taken }]
  })
}
