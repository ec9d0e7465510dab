/**
 * The KeyStore of the embedded store: answers from memory, changes in the file.
 * Guarantees: no file access for a key that is known; a change made here is seen at once, one made by another
 * process at the next `refresh`, and an unknown key asks for one before it stays unknown.
 * Leaves to others: when to refresh (sqlite.ts) and the moment of the latest use (`lastUsedAt`).
 */
import type { KeyRecord, KeyStore } from '../access/ports.js'
import type { Database } from './database.js'
import { insertKey, readKeys, updateKey } from './key-table.js'
import { createShelf } from './shelf.js'

export interface KeyCache {
  readonly keys: KeyStore
  /** Reads all keys again if another process has written to the file since the last time. */
  readonly refresh: () => void
}

/** `lastUsedAt`: what this process knows beyond the file, Unix milliseconds. */
export function createKeyCache(
  database: Database,
  lastUsedAt: (keyId: number) => number | undefined,
): KeyCache {
  const shelf = createShelf()
  let version: unknown

  function refresh(): void {
    // The number changes with every commit of another connection. It is read first: a commit in between is
    // read twice rather than missed.
    const latest = database.single('PRAGMA data_version')
    if (latest === version) return
    shelf.replaceAll(readKeys(database))
    version = latest
  }

  const current = (key: KeyRecord): KeyRecord => ({
    ...key,
    lastUsedAt: lastUsedAt(key.id) ?? key.lastUsedAt,
  })

  refresh()
  return {
    refresh,
    keys: {
      findByDigest(digest) {
        const known = shelf.byDigest(digest)
        if (known !== undefined) return known
        refresh()
        return shelf.byDigest(digest)
      },
      get(id) {
        refresh()
        const found = shelf.get(id)
        return found && current(found)
      },
      list() {
        refresh()
        return shelf.list().map(current)
      },
      create: (key) => shelf.put(insertKey(database, key)),
      update(id, change) {
        const changed = updateKey(database, id, change)
        return changed && current(shelf.put(changed))
      },
    },
  }
}
