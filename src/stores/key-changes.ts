/**
 * Changes of keys in the embedded store, each with its audit line.
 * Guarantees: record, secrets, counts and audit line are written in one transaction or not at all; what a
 * change is decided on is what the file holds at that moment, whoever wrote it; no id is given twice.
 * Leaves to others: statements (key-table.ts, ledger-table.ts) and remembering (key-cache.ts).
 */
import type { AuditEvent, Carried, Change, Clash, KeyRecord, NewKey } from '../access/ports.js'
import type { Database } from './sqlite/database.js'
import type { LastId } from './sqlite/last-id.js'
import { insertKey, lastIdIn, readKey, readKeys, replaceKey } from './sqlite/key-table.js'
import { clashesOf } from './clashes.js'
import { writeLedger } from './sqlite/ledger-table.js'

export interface KeyChanges {
  create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): KeyRecord
  change(id: number, decide: (before: KeyRecord) => Change | undefined): KeyRecord | undefined
  import(carried: Carried, audit: AuditEvent): readonly Clash[]
}

/** `record` writes an audit line. */
export function createKeyChanges(
  database: Database,
  lastId: LastId,
  record: (event: AuditEvent) => void,
): KeyChanges {
  return {
    create: (key, audit) =>
      database.transaction(() => {
        const id = Math.max(lastIdIn(database), lastId.read()) + 1
        lastId.raise(id)
        const made: KeyRecord = { ...key, id, lastUsedAt: null }
        insertKey(database, made)
        record(audit(made))
        return made
      }),

    change: (id, decide) =>
      database.transaction(() => {
        const before = readKey(database, id)
        const change = before && decide(before)
        if (before === undefined || change === undefined) return before
        const after: KeyRecord = { ...before, ...change.after }
        replaceKey(database, after)
        record(change.audit)
        return after
      }),

    import: ({ keys, ledger }, audit) =>
      database.transaction(() => {
        const clashes = clashesOf(readKeys(database), keys)
        if (clashes.length > 0) return clashes
        lastId.raise(Math.max(0, ...keys.map((key) => key.id)))
        for (const key of keys) insertKey(database, key)
        writeLedger(database, ledger, new Map())
        record(audit)
        return []
      }),
  }
}
