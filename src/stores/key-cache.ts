/**
 * The KeyStore of the embedded store: answers from memory, changes in the file.
 * Guarantees: no file access for a key that is known; a change made here is seen at once, one made by another
 * process at the next `refresh`, and an unknown key asks for one before it stays unknown.
 * Leaves to others: when to refresh (store.ts) and the moment of the latest use (`lastUsedAt`).
 */
import type { KeyRecord, KeyStore } from '../access/ports.js'
import type { Database } from './sqlite/database.js'
import type { KeyChanges } from './key-changes.js'
import { readKeys } from './sqlite/key-table.js'
import { createKeyIndex } from './key-index.js'

export interface KeyCache {
  readonly keys: KeyStore
  /** Reads all keys again if another process has written to the file since the last time. */
  readonly refresh: () => void
}

export interface KeyCacheOptions {
  readonly database: Database
  readonly changes: KeyChanges
  /** What this process knows beyond the file, Unix milliseconds. */
  readonly lastUsedAt: (keyId: number) => number | undefined
  /** Told of keys that came after the first reading, before any of them is found. */
  readonly onStrangers?: (keyIds: readonly number[]) => void
}

export function createKeyCache({ database, changes, lastUsedAt, onStrangers }: KeyCacheOptions): KeyCache {
  const shelf = createKeyIndex()
  /** undefined: nothing has been read yet. */
  let version: unknown

  function refresh(): void {
    // The number changes with every commit of another connection. It is read first: a commit in between is
    // read twice rather than missed.
    const latest = database.single('PRAGMA data_version')
    if (latest === version) return
    const records = readKeys(database)
    const strangers = records.filter((key) => shelf.get(key.id) === undefined).map((key) => key.id)
    if (version !== undefined && strangers.length > 0) onStrangers?.(strangers)
    shelf.replaceAll(records)
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
      create: (key, audit) => shelf.put(changes.create(key, audit)),
      change(id, decide) {
        const changed = changes.change(id, decide)
        return changed && current(shelf.put(changed))
      },
      import(carried, audit) {
        const clashes = changes.import(carried, audit)
        // Read again as if another process had brought them.
        version = null
        refresh()
        return clashes
      },
    },
  }
}
