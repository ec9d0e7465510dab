/**
 * The keys and the audit of the embedded store: answers from memory, changes in the file.
 * Guarantees: no file access for a key that is known; what another process changed is seen at the next `refresh`, and an
 * unknown key asks for one; record, secrets, counts and audit line are written in one transaction, on what the file
 * holds at that moment; no id is given twice.
 */
import { StoreUnavailable } from '../../access/ports.js'
import type { Audit, AuditEvent, Carried, Change, Clash } from '../../access/ports.js'
import type { Clock, KeyRecord, KeyStore, NewKey } from '../../access/ports.js'
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

export class SqliteKeys implements KeyStore {
  readonly audit: Audit
  /** By each digest of a key that is not revoked. */
  readonly #byDigest = new Map<string, KeyRecord>()
  #ids: ReadonlySet<number> | undefined
  /** The state of the file that was read; undefined when it must be read again. */
  #version: unknown

  constructor(private readonly options: KeyStoreOptions) {
    this.audit = {
      record: (event) => this.#record(event),
      lines: () => options.database.all('SELECT line FROM audit ORDER BY id').map(({ line }) => String(line)),
    }
    this.refresh()
  }

  /** Reads all keys again if another process has written to the file since the last time. */
  refresh(): void {
    const { database, onNewKeys } = this.options
    // The number changes with every commit of another connection. It is read first: a commit in between is
    // read twice rather than missed.
    const latest = database.single('PRAGMA data_version')
    if (latest === this.#version) return
    const records = readKeys(database)
    const newcomers = records.map(({ id }) => id).filter((id) => this.#ids?.has(id) === false)
    if (newcomers.length > 0) onNewKeys?.(newcomers)
    this.#ids = new Set(records.map(({ id }) => id))
    this.#byDigest.clear()
    for (const key of records) {
      if (key.status !== 'revoked') for (const { digest } of key.secrets) this.#byDigest.set(digest, key)
    }
    this.#version = latest
  }

  findByDigest(digest: string): KeyRecord | undefined {
    const known = this.#byDigest.get(digest)
    if (known !== undefined) return known
    const { attempt } = this.options
    if (attempt === undefined) this.refresh()
    else if (!attempt(() => this.refresh()))
      throw new StoreUnavailable('new keys cannot be read from the store')
    return this.#byDigest.get(digest)
  }

  get(id: number): KeyRecord | undefined {
    this.options.flush?.()
    return readKey(this.options.database, id)
  }

  list(): readonly KeyRecord[] {
    this.options.flush?.()
    return readKeys(this.options.database)
  }

  create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): KeyRecord {
    const { database, lastId } = this.options
    return this.#write(() => {
      const id = Math.max(lastIdIn(database), lastId.read()) + 1
      lastId.raise(id)
      const made = deepFreeze<KeyRecord>({ ...key, id, lastUsedAt: null })
      writeKey(database, made)
      this.#record(audit(made))
      return made
    })
  }

  change(id: number, decide: (before: KeyRecord) => Change | undefined): KeyRecord | undefined {
    const { database, flush } = this.options
    flush?.()
    return this.#write(() => {
      const before = readKey(database, id)
      const change = before && decide(before)
      if (before === undefined || change === undefined) return before
      const after = deepFreeze<KeyRecord>({ ...before, ...change.after })
      writeKey(database, after)
      this.#record(change.audit)
      return after
    })
  }

  import({ keys, ledger }: Carried, audit: AuditEvent): readonly Clash[] {
    const { database, lastId } = this.options
    return this.#write(() => {
      const clashes = clashesOf(readKeys(database), keys)
      if (clashes.length > 0) return clashes
      lastId.raise(Math.max(0, ...keys.map((key) => key.id)))
      for (const key of keys) writeKey(database, key)
      writeLedger(database, ledger, new Map())
      this.#record(audit)
      return []
    })
  }

  /** Writes all of it or nothing; then the keys are read again as if another process had changed them. */
  #write<T>(body: () => T): T {
    const written = this.options.database.transaction(body)
    this.#version = undefined
    this.refresh()
    return written
  }

  #record(event: AuditEvent): void {
    const { database, clock } = this.options
    database.run('INSERT INTO audit (line) VALUES (?)', auditLine(event, clock.now()))
  }
}
