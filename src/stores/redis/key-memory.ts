/**
 * The keys that one process has met, kept for the next call and for times without Redis.
 * Guarantees: never more than MOST_KEYS, the longest unused go first; found by any of their secrets; revoked
 * keys are not found.
 * Leaves to others: keeping it up to date (keys.ts).
 */
import { LRUCache } from 'lru-cache'
import type { KeyRecord } from '../../access/ports.js'

/** About a kilobyte each. */
const MOST_KEYS = 20_000

export interface KeyMemory {
  byDigest(digest: string): KeyRecord | undefined
  has(id: number): boolean
  put(record: KeyRecord): void
  drop(id: number): void
}

export function createKeyMemory(most = MOST_KEYS): KeyMemory {
  const idOf = new Map<string, number>()
  const records = new LRUCache<number, KeyRecord>({
    max: most,
    dispose(record) {
      for (const { digest } of record.secrets) idOf.delete(digest)
    },
  })
  return {
    byDigest(digest) {
      const id = idOf.get(digest)
      return id === undefined ? undefined : records.get(id)
    },
    has: (id) => records.has(id),
    put(record) {
      // What it replaces is disposed of first, so the secrets are entered afterwards.
      if (record.status === 'revoked') return void records.delete(record.id)
      records.set(record.id, record)
      for (const { digest } of record.secrets) idOf.set(digest, record.id)
    },
    drop: (id) => void records.delete(id),
  }
}
