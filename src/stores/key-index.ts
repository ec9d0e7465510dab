/**
 * All key records of a store in memory, found by id and by digest.
 * Guarantees: look-ups touch nothing but two maps; revoked keys are never found by their digest; records
 * are frozen through and through.
 * Leaves to others: keeping records beyond the process (store.ts).
 */
import type { KeyRecord } from '../access/ports.js'

export interface KeyIndex {
  byDigest(digest: string): KeyRecord | undefined
  get(id: number): KeyRecord | undefined
  /** In the order of ids. */
  list(): readonly KeyRecord[]
  /** Adds a record or replaces the one of the same id; returns it as it is kept. */
  put(record: KeyRecord): KeyRecord
  /** Forgets everything and takes these. */
  replaceAll(records: readonly KeyRecord[]): void
}

export function createKeyIndex(): KeyIndex {
  const byId = new Map<number, KeyRecord>()
  const byDigest = new Map<string, KeyRecord>()

  function put(record: KeyRecord): KeyRecord {
    const kept = freezeKey(record)
    for (const { digest } of byId.get(kept.id)?.secrets ?? []) byDigest.delete(digest)
    byId.set(kept.id, kept)
    if (kept.status !== 'revoked') for (const { digest } of kept.secrets) byDigest.set(digest, kept)
    return kept
  }

  return {
    byDigest: (digest) => byDigest.get(digest),
    get: (id) => byId.get(id),
    list: () => [...byId.values()].sort((one, other) => one.id - other.id),
    put,
    replaceAll(records) {
      byId.clear()
      byDigest.clear()
      for (const record of records) put(record)
    },
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
