/**
 * The store of `memory:`: everything in this process, for tests and for trying things out.
 * Guarantees: the same behaviour as any other store as long as the process lives.
 * Leaves to others: remembering; when it closes, all is gone.
 */
import type { Clock, KeyRecord, Store } from '../access/ports.js'
import { auditLine } from './audit-line.js'
import { createShelf } from './shelf.js'
import { createTally } from './tally.js'

export function openMemory(clock: Clock): Store {
  const shelf = createShelf()
  const tally = createTally({ clock })
  const audit: string[] = []
  let lastId = 0

  const current = (key: KeyRecord): KeyRecord => ({
    ...key,
    lastUsedAt: tally.lastUsedAt(key.id) ?? key.lastUsedAt,
  })

  return {
    created: true,
    counters: tally,
    keys: {
      findByDigest: (digest) => shelf.byDigest(digest),
      get(id) {
        const found = shelf.get(id)
        return found && current(found)
      },
      list: () => shelf.list().map(current),
      create(key) {
        lastId += 1
        return shelf.put({ ...key, id: lastId, lastUsedAt: null })
      },
      update(id, change) {
        const before = shelf.get(id)
        return before && current(shelf.put({ ...before, ...change }))
      },
    },
    audit: {
      record(event) {
        audit.push(auditLine(event, clock.now()))
      },
      lines: () => [...audit],
    },
    refresh() {},
    close() {},
  }
}
