/**
 * The four ports between the access policy and the outside: keys, counters, clock, audit.
 * Guarantees: each store of stores/ has keys, counters and audit, and passes one test-suite.
 */

/** Embedded stores answer at once, Redis later; callers `await` either. */
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

/** What is kept of a secret text. */
export interface Secret {
  /** SHA-256, hexadecimal. */
  readonly digest: string
  /** Unix milliseconds from which it is no longer accepted; null: as long as the key. */
  readonly expiresAt: number | null
}

export interface KeyRecord {
  readonly id: number
  readonly name: string
  /** Free text of the operator's; '' when there is none. */
  readonly note: string
  /** What its secrets are called. */
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
  /** The present one first, then those that a rotation replaced, the longest-lived first. */
  readonly secrets: readonly Secret[]
}

export type NewKey = Omit<KeyRecord, 'id' | 'lastUsedAt'>

/** What becomes of a record, and the audit line that says so. */
export interface Change {
  readonly after: Partial<Omit<KeyRecord, 'id'>>
  readonly audit: AuditEvent
}

/** Keys with their ids, and what they were charged, brought from another store. */
export interface Carried {
  readonly keys: readonly KeyRecord[]
  readonly ledger: readonly LedgerRow[]
}

/** What of a key that is brought here is here already. */
export interface Clash {
  readonly keyId: number
  readonly taken: 'id' | 'secret'
}

/** The store is away and what was asked cannot be known without it: nothing is said of whether a key exists. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  constructor(
    message: string,
    /** The counts of the key that asked, as they were last known. */
    readonly used?: Usage,
  ) {
    super(message)
  }
}

/**
 * Every change and its audit line are one step: both happen or neither, also beside other processes. The audit event names
 * the keys that change, since servers read only these again.
 */
export interface KeyStore {
  /**
   * Revoked keys are never found; whether the secret has ended is the caller's to judge. Throws StoreUnavailable when the
   * store cannot know.
   */
  findByDigest(digest: string): Awaitable<KeyRecord | undefined>
  get(id: number): Awaitable<KeyRecord | undefined>
  list(): Awaitable<readonly KeyRecord[]>
  create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): Awaitable<KeyRecord>
  /**
   * Shows `decide` the record and replaces the fields it returns, if any; it is asked again when another process was
   * quicker. Returns the record afterwards; undefined: there is none.
   */
  change(id: number, decide: (before: KeyRecord) => Change | undefined): Awaitable<KeyRecord | undefined>
  /** Takes all of it, counts included, and returns none; or takes nothing and returns what stands against it. */
  import(carried: Carried, audit: AuditEvent): Awaitable<readonly Clash[]>
}

/** Counts of one key in the windows that contain `now`. */
export type Usage = Limits

/** From `start` up to `end`, which is not part of it; Unix milliseconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What was admitted to one key in one window. */
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
  /** Requests counted in each window after this call. */
  readonly used: Usage
  /** The moment the charge was decided at, Unix milliseconds (the store's clock). */
  readonly at: number
  /** Set when a shared store was away and this process decided by itself. */
  readonly local?: true
}

export interface Counters {
  /** The clock of its windows, where that is not this process's own; right at least after each `usage`. */
  readonly clock?: Clock
  /** Charges one unit to hour, day and month together, or to none when any of them is full. */
  charge(keyId: number, limits: Limits): Awaitable<Charge>
  /** Takes back one unit from the windows that `charge.at` fell in. */
  refund(keyId: number, charge: Charge): Awaitable<void>
  /** `isCall`: a call that is free of charge (api-info, genes) asks, which is the key's latest use. */
  usage(keyId: number, isCall?: boolean): Awaitable<Usage>
  /** What every key was charged in each day or month that begins in the span; the earliest first. Bills are made from it. */
  ledger(window: 'day' | 'month', span?: Span): Awaitable<readonly LedgerRow[]>
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number
}

export interface AuditEvent {
  readonly event: string
  /** null: the event concerns several keys, which `keyIds` names. */
  readonly keyId: number | null
  readonly keyIds?: readonly number[]
  readonly actor: string
  /** Each changed field with its values, never a secret nor its digest. */
  readonly changes?: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
  /** Fingerprints of the whole record. */
  readonly before?: string
  readonly after?: string
}

export interface Audit {
  /** Appends one line of JSON with its moment, for what changes no key. Nothing is ever taken out. */
  record(event: AuditEvent): Awaitable<void>
  /** The lines so far, oldest first. */
  lines(): Awaitable<readonly string[]>
}

/** Whether the store keeps what it is given as promised. */
export interface Health {
  /** True: limits are counted in this process alone and usage is written down later. */
  readonly degraded: boolean
  readonly why?: string
  /** Set when the next start would not find what this process counts and changes now: its files are gone or damaged. */
  readonly lost?: true
  /** Set until a shared store was reached for the first time: no key can be found without it. */
  readonly neverReached?: true
}

/** `redis`: for all instances together. `local`: in this process. */
export type Limiter = 'redis' | 'local'

/** What a command uses beside servers: counts are only read, since two processes would count one key. */
export interface AdminStore {
  readonly keys: KeyStore
  readonly audit: Audit
  readonly counters: Pick<Counters, 'usage' | 'ledger'>
  /** True when opening it created it, in a place where no key was ever made. */
  readonly created: boolean
  /** Writes what is still in memory and releases locks. */
  close(): Awaitable<void>
}

/** Everything a store offers a server, opened from `STORE`. */
export interface Store extends AdminStore {
  readonly counters: Counters
  /** Where calls are counted while the store is not degraded. */
  readonly limiter: Limiter
  /** Takes up at once what other processes changed; a server does so by itself within two seconds. */
  refresh(): Awaitable<void>
  health(): Health
}
