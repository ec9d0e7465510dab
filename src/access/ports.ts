/**
 * The ports of the access policy: keys, counters, audit and clock. Each store in stores/ implements the first three and passes the
 * same tests.
 */
import type { Replays } from './replays.js'

/** Embedded stores answer synchronously, Redis asynchronously; callers `await` both. */
export type Awaitable<T> = T | Promise<T>

export type KeyStatus = 'active' | 'suspended' | 'revoked'
export type PlanName = 'free' | 'standard' | 'premium'

/** The two labels differ in name only; a test key is admitted and counted like a live one. */
export type KeyLabel = 'live' | 'test'

export interface Limits {
  readonly hour: number
  readonly day: number
  readonly month: number
}

/** The stored data of a secret. */
export interface Secret {
  /** SHA-256, hexadecimal. */
  readonly digest: string
  /** Unix milliseconds from which it is no longer accepted; null: expires with the key. */
  readonly expiresAt: number | null
}

export interface KeyRecord {
  readonly id: number
  readonly name: string
  /** Free text of the operator; may be ''. */
  readonly note: string
  /** Part of the prefix of its secrets. */
  readonly label: KeyLabel
  readonly plan: PlanName
  /** Overrides of the plan's limits; absent windows follow the plan. */
  readonly limits: Partial<Limits>
  readonly status: KeyStatus
  /** Unix milliseconds, UTC. */
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly expiresAt: number | null
  /** Endpoint identifiers such as `coats.result`; null means all. */
  readonly allowedEndpoints: readonly string[] | null
  /** Addresses or CIDR ranges; empty means any. */
  readonly allowedIps: readonly string[]
  /** The current one first, then those replaced by rotation, the latest to expire first. */
  readonly secrets: readonly Secret[]
}

export type NewKey = Omit<KeyRecord, 'id' | 'lastUsedAt'>

/** A change of a record with its audit event. */
export interface Change {
  readonly after: Partial<Omit<KeyRecord, 'id'>>
  readonly audit: AuditEvent
}

/** Keys with their ids and usage, imported from another store. */
export interface Carried {
  readonly keys: readonly KeyRecord[]
  readonly ledger: readonly LedgerRow[]
}

/** Why a key cannot be imported: its id or a secret exists already. */
export interface Clash {
  readonly keyId: number
  readonly taken: 'id' | 'secret'
}

/** The store is unavailable and the question cannot be answered without it. Does not mean that a key does not exist. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  constructor(
    message: string,
    /** The last known usage of the calling key. */
    readonly used?: Usage,
  ) {
    super(message)
  }
}

/**
 * Every change and its audit line are atomic, also with concurrent processes. The audit event names the changed keys, because
 * servers reload only these.
 */
export interface KeyStore {
  /**
   * Never returns revoked keys; the caller checks whether the secret has expired. Throws StoreUnavailable if the store cannot
   * tell.
   */
  findByDigest(digest: string): Awaitable<KeyRecord | undefined>
  get(id: number): Awaitable<KeyRecord | undefined>
  list(): Awaitable<readonly KeyRecord[]>
  create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): Awaitable<KeyRecord>
  /**
   * Calls `decide` with the record and replaces the fields it returns, if any; calls it again after a concurrent change. Returns the
   * record afterwards; undefined if there is none.
   */
  change(id: number, decide: (before: KeyRecord) => Change | undefined): Awaitable<KeyRecord | undefined>
  /** Imports everything and returns no clashes, or imports nothing and returns all clashes. */
  import(carried: Carried, audit: AuditEvent): Awaitable<readonly Clash[]>
}

/** Usage of one key in the current windows. */
export type Usage = Limits

/** From `start` (inclusive) to `end` (exclusive), in Unix milliseconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Admitted calls of one key in one window. */
export interface LedgerRow {
  readonly keyId: number
  readonly window: keyof Limits
  /** Unix milliseconds. */
  readonly start: number
  readonly count: number
}

export interface Charge {
  /** False: nothing was charged in any window. */
  readonly allowed: boolean
  /** Usage after this call. */
  readonly used: Usage
  /** Time of the decision by the store's clock, in Unix milliseconds. */
  readonly at: number
  /** Set if a shared store was unavailable and this process decided by itself. */
  readonly local?: true
}

export interface Counters {
  /** The clock of its windows, if it is not this process's; accurate at least after each `usage`. */
  readonly clock?: Clock
  /** Charges the units (default 1) to hour, day and month, or none of them to any if they do not fit into each. */
  charge(keyId: number, limits: Limits, units?: number): Awaitable<Charge>
  /** Refunds that many of the charge's units (default 1) in the windows of `charge.at`. */
  refund(keyId: number, charge: Charge, units?: number): Awaitable<void>
  /** `isCall`: for a free call (api-info, genes), which updates the key's last use. */
  usage(keyId: number, isCall?: boolean): Awaitable<Usage>
  /** Usage of all keys in each day or month that begins in the span, earliest first. The basis of billing. */
  ledger(window: 'day' | 'month', span?: Span): Awaitable<readonly LedgerRow[]>
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number
}

export interface AuditEvent {
  readonly event: string
  /** null: the event concerns the keys in `keyIds`. */
  readonly keyId: number | null
  readonly keyIds?: readonly number[]
  readonly actor: string
  /** Changed fields with their values; never a secret or its digest. */
  readonly changes?: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
  /** Fingerprints of the whole record. */
  readonly before?: string
  readonly after?: string
}

export interface Audit {
  /** Appends one line of JSON with its time, for an event that changes no key. Lines are never removed. */
  record(event: AuditEvent): Awaitable<void>
  /** All lines, oldest first. */
  lines(): Awaitable<readonly string[]>
}

/** The condition of the store. */
export interface Health {
  /** True: limits are counted in this process alone and usage is written down later. */
  readonly degraded: boolean
  readonly why?: string
  /** Set if current counts and changes would be lost after a restart, because files are missing or damaged. */
  readonly lost?: true
  /** Set until a shared store is reached for the first time. Without it no key can be found. */
  readonly neverReached?: true
}

/** `redis`: counts for all instances together. `local`: counts in this process. */
export type Limiter = 'redis' | 'local'

/** The store as commands use it concurrently with servers. Counters are read-only, because only servers count. */
export interface AdminStore {
  readonly keys: KeyStore
  readonly audit: Audit
  readonly counters: Pick<Counters, 'usage' | 'ledger'>
  /** Whether opening it created a new store, in a place where no key was ever created. */
  readonly created: boolean
  /** Writes pending data and releases locks. */
  close(): Awaitable<void>
}

/** The store as a server uses it. */
export interface Store extends AdminStore {
  readonly counters: Counters
  readonly replays: Replays
  /** The limiter while the store is not degraded. */
  readonly limiter: Limiter
  /** Loads changes of other processes immediately; a server otherwise does so within two seconds. */
  refresh(): Awaitable<void>
  health(): Health
}
