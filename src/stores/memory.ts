/**
 * The store of `memory:`: everything in this process, for tests and for trying things out.
 * Guarantees: the same behaviour as any other store as long as the process lives.
 * Leaves to others: remembering; when it closes, all is gone.
 */
import type { AuditEvent, Clock, KeyRecord, LedgerRow, Store } from '../access/ports.js'
import { auditLine } from './audit-line.js'
import { clashesOf } from './clashes.js'
import { countsIn } from './sqlite/counts-in.js'
import { createKeyIndex } from './key-index.js'
import { createUsageCounter } from './usage-counter.js'

export function openMemory(clock: Clock): Store {
  const shelf = createKeyIndex()
  const tally = createUsageCounter({ clock })
  const written = new Map<string, LedgerRow>()
  const audit: string[] = []
  let lastId = 0

  const current = (key: KeyRecord): KeyRecord => ({
    ...key,
    lastUsedAt: tally.lastUsedAt(key.id) ?? key.lastUsedAt,
  })
  const record = (event: AuditEvent): void => void audit.push(auditLine(event, clock.now()))
  const write = (rows: readonly LedgerRow[]): void => {
    for (const row of rows) written.set(`${row.keyId} ${row.window} ${row.start}`, { ...row })
  }

  return {
    created: true,
    limiter: 'local',
    counters: {
      ...tally,
      ledger(window, start) {
        tally.drain(write)
        return countsIn([...written.values()], window, start)
      },
    },
    keys: {
      findByDigest: (digest) => shelf.byDigest(digest),
      get(id) {
        const found = shelf.get(id)
        return found && current(found)
      },
      list: () => shelf.list().map(current),
      create(key, audited) {
        const made = { ...key, id: lastId + 1, lastUsedAt: null }
        record(audited(made))
        lastId = made.id
        return shelf.put(made)
      },
      change(id, decide) {
        const before = shelf.get(id)
        const change = before && decide(before)
        if (before === undefined || change === undefined) return before && current(before)
        record(change.audit)
        return current(shelf.put({ ...before, ...change.after }))
      },
      import({ keys, ledger }, event) {
        const clashes = clashesOf(shelf.list(), keys)
        if (clashes.length > 0) return clashes
        record(event)
        for (const key of keys) shelf.put(key)
        lastId = Math.max(lastId, ...keys.map((key) => key.id))
        tally.restore(ledger)
        write(ledger)
        return []
      },
    },
    audit: { record, lines: () => [...audit] },
    refresh() {},
    health: () => ({ degraded: false }),
    close() {},
  }
}
