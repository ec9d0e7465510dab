/**
 * The keys and the audit of the embedded store: answers from memory, changes in the file.
 * Guarantees: no file access for a key that is known; a change made here is seen at once, one made by another
 * process at the next `refresh`, and an unknown key asks for one before it stays unknown; record, secrets, counts and
 * audit line are written in one transaction or not at all; a change is decided on what the file holds at that moment,
 * whoever wrote it; no id is given twice.
 * Leaves to others: statements (key-table.ts, ledger.ts) and when to refresh (server-store.ts).
 */
import type {
  Audit,
  AuditEvent,
  Carried,
  Change,
  Clash,
  Clock,
  KeyRecord,
  KeyStore,
  NewKey,
} from '../../access/ports.js'
import { clashesOf, KeyIndex } from '../key-index.js'
import { auditLine } from '../texts.js'
import type { Database } from './database.js'
import { insertKey, lastIdIn, readKey, readKeys, replaceKey } from './key-table.js'
import type { LastId } from './last-id.js'
import { writeLedger } from './ledger.js'
import { insertAuditLine, readAuditLines } from './schema.js'

export interface KeyStoreOptions {
  readonly database: Database
  readonly clock: Clock
  readonly lastId: LastId
  /** What this process knows beyond the file, Unix milliseconds. */
  readonly lastUsedAt?: (keyId: number) => number | undefined
  /** Gets the ids of keys that came after the first reading, before any of them is found. */
  readonly onNewKeys?: (keyIds: readonly number[]) => void
}

export class SqliteKeys implements KeyStore {
  readonly audit: Audit
  readonly #options: KeyStoreOptions
  readonly #index = new KeyIndex()
  /** undefined: nothing has been read yet. */
  #version: unknown

  constructor(options: KeyStoreOptions) {
    this.#options = options
    this.audit = {
      record: (event) => this.#record(event),
      lines: () => readAuditLines(options.database),
    }
    this.refresh()
  }

  /** Reads all keys again if another process has written to the file since the last time. */
  refresh(): void {
    const { database, onNewKeys } = this.#options
    // The number changes with every commit of another connection. It is read first: a commit in between is
    // read twice rather than missed.
    const latest = database.single('PRAGMA data_version')
    if (latest === this.#version) return
    const records = readKeys(database)
    const newcomers = records.map((key) => key.id).filter((id) => this.#index.get(id) === undefined)
    if (this.#version !== undefined && newcomers.length > 0) onNewKeys?.(newcomers)
    this.#index.replaceAll(records)
    this.#version = latest
  }

  findByDigest(digest: string): KeyRecord | undefined {
    const known = this.#index.byDigest(digest)
    if (known !== undefined) return known
    this.refresh()
    return this.#index.byDigest(digest)
  }

  get(id: number): KeyRecord | undefined {
    this.refresh()
    const found = this.#index.get(id)
    return found && this.#current(found)
  }

  list(): readonly KeyRecord[] {
    this.refresh()
    return this.#index.list().map((key) => this.#current(key))
  }

  create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): KeyRecord {
    const { database, lastId } = this.#options
    const made = database.transaction(() => {
      const id = Math.max(lastIdIn(database), lastId.read()) + 1
      lastId.raise(id)
      const record: KeyRecord = { ...key, id, lastUsedAt: null }
      insertKey(database, record)
      this.#record(audit(record))
      return record
    })
    return this.#index.put(made)
  }

  change(id: number, decide: (before: KeyRecord) => Change | undefined): KeyRecord | undefined {
    const { database } = this.#options
    const changed = database.transaction(() => {
      const before = readKey(database, id)
      const change = before && decide(before)
      if (before === undefined || change === undefined) return before
      const after: KeyRecord = { ...before, ...change.after }
      replaceKey(database, after)
      this.#record(change.audit)
      return after
    })
    return changed && this.#current(this.#index.put(changed))
  }

  import({ keys, ledger }: Carried, audit: AuditEvent): readonly Clash[] {
    const { database, lastId } = this.#options
    const clashes = database.transaction(() => {
      const found = clashesOf(readKeys(database), keys)
      if (found.length > 0) return found
      lastId.raise(Math.max(0, ...keys.map((key) => key.id)))
      for (const key of keys) insertKey(database, key)
      writeLedger(database, ledger, new Map())
      this.#record(audit)
      return []
    })
    // Read again as if another process had brought them.
    this.#version = null
    this.refresh()
    return clashes
  }

  #record(event: AuditEvent): void {
    const { database, clock } = this.#options
    insertAuditLine(database, auditLine(event, clock.now()))
  }

  #current(key: KeyRecord): KeyRecord {
    return { ...key, lastUsedAt: this.#options.lastUsedAt?.(key.id) ?? key.lastUsedAt }
  }
}
