/**
 * The keys in the memory of a running server.
 * Guarantees: finding a known key reads no file; after a change by any process only the changed keys are reloaded, a bounded number at
 * a time, so that calls are not delayed; a new key is found on its first call.
 */
import type { KeyRecord } from '../../access/ports.js'
import { changesAfter, lastLineOf } from './audit-log.js'
import type { Database } from './database.js'
import { keyIdOf, readKeys, readKeysOf } from './key-table.js'

/** Reading this many keys, with the counts of new ones, takes a few milliseconds. */
const MAX_KEYS_PER_TURN = 100

export type KeyCache = ReturnType<typeof createKeyCache>

/** @param onNewKeys called with the ids of keys added after the start, before they can be found */
export function createKeyCache(database: Database, onNewKeys: (keyIds: readonly number[]) => void) {
  const byId = new Map<number, KeyRecord>()
  /** Only secrets of keys that are not revoked. */
  const byDigest = new Map<string, KeyRecord>()
  /** Ids of changed keys that are not reloaded yet. */
  const stale = new Set<number>()
  // Read before the keys, so that a change in between is read twice rather than missed.
  let lastLine = lastLineOf(database)
  for (const key of readKeys(database)) add(key)

  function add(key: KeyRecord): void {
    byId.set(key.id, key)
    if (key.status !== 'revoked') for (const { digest } of key.secrets) byDigest.set(digest, key)
  }

  function remove(id: number): void {
    for (const { digest } of byId.get(id)?.secrets ?? []) byDigest.delete(digest)
    byId.delete(id)
  }

  function findChanges(): void {
    const { last, keyIds } = changesAfter(database, lastLine)
    for (const id of keyIds) stale.add(id)
    lastLine = last
  }

  function readAgain(ids: readonly number[]): void {
    const records = readKeysOf(database, ids)
    const added = ids.filter((id) => !byId.has(id))
    if (added.length > 0) onNewKeys(added)
    for (const id of ids) remove(id)
    for (const key of records) add(key)
    for (const id of ids) stale.delete(id)
  }

  return {
    /** The key as last read. */
    known: (digest: string): KeyRecord | undefined => byDigest.get(digest),

    /** Looks up an unknown key, which another process may have just created. */
    lookUp(digest: string): KeyRecord | undefined {
      findChanges()
      const id = stale.size > 0 ? keyIdOf(database, digest) : undefined
      if (id !== undefined && stale.has(id)) readAgain([id])
      return byDigest.get(digest)
    },

    /** Reloads changed keys, up to a limit. Returns whether more are waiting. */
    refresh(): boolean {
      findChanges()
      if (stale.size > 0) readAgain([...stale].slice(0, MAX_KEYS_PER_TURN))
      return stale.size > 0
    },

    /** The largest id of any key, including revoked ones; 0 if there is no key. Keys are never deleted. */
    largestId: (): number => [...byId.keys()].reduce((largest, id) => Math.max(largest, id), 0),

    isEmpty: (): boolean => byId.size === 0,
  }
}
