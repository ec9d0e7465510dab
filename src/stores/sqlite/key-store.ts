/**
 * The keys and the audit of the embedded store: answers from memory, changes in the file.
 * Guarantees: no file access for a key that is known; what another process changed is seen at the next `refresh`, and an
 * unknown key asks for one; record, secrets, counts and audit line are written in one transaction, on what the file
 * holds at that moment; no id is given twice.
 */
import { StoreUnavailable } from '../../access/ports.js'
import type { Audit, AuditEvent, Clock, KeyRecord, KeyStore } from '../../access/ports.js'
import { deepFreeze } from '../../rules/freeze.js'
import { auditLine, clashesOf } from '../records.js'
import type { Database } from './database.js'
import { lastIdIn, readKey, readKeys, writeKey } from './key-table.js'
import type { LastId } from './last-id.js'
import { writeLedger } from './ledger.js'

interface KeyStoreOptions {
  readonly database: Database
  readonly clock: Clock
  readonly lastId: LastId
  /** Writes what this process knows beyond the file, before a record is shown. */
  readonly flush?: () => void
  /** Gets the ids of keys that came after the first reading, before any of them is found. */
  readonly onNewKeys?: (keyIds: readonly number[]) => void
  /** Runs a reading that may fail while calls are served, and returns whether it worked. */
  readonly attempt?: (read: () => void) => boolean
}

export function createSqliteKeys(options: KeyStoreOptions) {
  const { database, clock, lastId, flush, onNewKeys, attempt } = options
  /** By each digest of a key that is not revoked. */
  const byDigest = new Map<string, KeyRecord>()
  let ids: ReadonlySet<number> | undefined
  /** The state of the file that was read; undefined when it must be read again. */
  let version: unknown

  /** Reads all keys again if another process has written to the file since the last time. */
  function refresh(): void {
    // The number changes with every commit of another connection. It is read first: a commit in between is
    // read twice rather than missed.
    const latest = database.single('PRAGMA data_version')
    if (latest === version) return
    const records = readKeys(database)
    const newcomers = records.map(({ id }) => id).filter((id) => ids?.has(id) === false)
    if (newcomers.length > 0) onNewKeys?.(newcomers)
    ids = new Set(records.map(({ id }) => id))
    byDigest.clear()
    for (const key of records) {
      if (key.status !== 'revoked') for (const { digest } of key.secrets) byDigest.set(digest, key)
    }
    version = latest
  }

  /** Writes all of it or nothing; then the keys are read again as if another process had changed them. */
  function write<T>(body: () => T): T {
    const written = database.transaction(body)
    version = undefined
    refresh()
    return written
  }

  function record(event: AuditEvent): void {
    database.run('INSERT INTO audit (line) VALUES (?)', auditLine(event, clock.now()))
  }

  const keys: KeyStore = {
    findByDigest(digest) {
      const known = byDigest.get(digest)
      if (known !== undefined) return known
      if (attempt === undefined) refresh()
      else if (!attempt(refresh)) throw new StoreUnavailable('new keys cannot be read from the store')
      return byDigest.get(digest)
    },

    get(id) {
      flush?.()
      return readKey(database, id)
    },

    list() {
      flush?.()
      return readKeys(database)
    },

    create(key, audit) {
      return write(() => {
        const id = Math.max(lastIdIn(database), lastId.read()) + 1
        lastId.raise(id)
        const made = deepFreeze<KeyRecord>({ ...key, id, lastUsedAt: null })
        writeKey(database, made)
        record(audit(made))
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
        record(change.audit)
        return after
      })
    },

    import({ keys, ledger }, audit) {
      return write(() => {
        const clashes = clashesOf(readKeys(database), keys)
        if (clashes.length > 0) return clashes
        lastId.raise(Math.max(0, ...keys.map((key) => key.id)))
        for (const key of keys) writeKey(database, key)
        writeLedger(database, ledger, new Map())
        record(audit)
        return []
      })
    },
  }
  const lines = (): string[] =>
    database.all('SELECT line FROM audit ORDER BY id').map(({ line }) => String(line))
  const audit: Audit = { record, lines }
  refresh()
  return { keys, audit, refresh }
}
