/**
 * Keys and audit in the file of the embedded store.
 * Guarantees: record, secrets, counts and audit line are written in one transaction, based on the current content of the file, and
 * then moved out of the write-ahead log; ids are never reused.
 */
import type { Audit, Clock, KeyRecord, KeyStore } from '../../access/ports.js'
import { deepFreeze } from '../../common/freeze.js'
import { clashesOf } from '../records.js'
import { appendToAudit, auditLines } from './audit-log.js'
import type { Database } from './database.js'
import { keyIdOf, lastIdIn, readKey, readKeys, writeKey } from './key-table.js'
import type { LastId } from './last-id.js'
import { writeLedger } from './ledger.js'

interface KeyStoreOptions {
  readonly database: Database
  readonly clock: Clock
  readonly lastId: LastId
  /** Writes pending counts of this process. Called before records are returned. */
  readonly flush?: () => void
  /** Runs after each change. */
  readonly onChange?: () => void
}

export function createKeyStore(options: KeyStoreOptions): { readonly keys: KeyStore; readonly audit: Audit } {
  const { database, clock, lastId, flush, onChange } = options

  /** Runs `body` in a transaction with a checkpoint. */
  function write<T>(body: () => T): T {
    const written = database.transaction(body)
    database.checkpoint()
    onChange?.()
    return written
  }

  const audit: Audit = {
    record: (event) => appendToAudit(database, event, clock.now()),
    lines: () => auditLines(database),
  }

  const keys: KeyStore = {
    findByDigest(digest) {
      const id = keyIdOf(database, digest)
      const key = id === undefined ? undefined : readKey(database, id)
      return key?.status === 'revoked' ? undefined : key
    },

    get(id) {
      flush?.()
      return readKey(database, id)
    },

    list() {
      flush?.()
      return readKeys(database)
    },

    create(key, eventFor) {
      return write(() => {
        const id = Math.max(lastIdIn(database), lastId.read()) + 1
        lastId.raise(id)
        const made = deepFreeze<KeyRecord>({ ...key, id, lastUsedAt: null })
        writeKey(database, made)
        appendToAudit(database, eventFor(made), clock.now())
        return made
      })
    },

    change(id, decide) {
      flush?.()
      return write(() => {
        const before = readKey(database, id)
        const change = before && decide(before)
        if (before === undefined || change === undefined) return before
        const after = deepFreeze<KeyRecord>({ ...before, ...change.after })
        writeKey(database, after)
        appendToAudit(database, change.audit, clock.now())
        return after
      })
    },

    import({ keys, ledger }, event) {
      return write(() => {
        const clashes = clashesOf(readKeys(database), keys)
        if (clashes.length > 0) return clashes
        lastId.raise(Math.max(0, ...keys.map((key) => key.id)))
        for (const key of keys) writeKey(database, key)
        writeLedger(database, ledger, new Map())
        appendToAudit(database, event, clock.now())
        return []
      })
    },
  }
  return { keys, audit }
}
