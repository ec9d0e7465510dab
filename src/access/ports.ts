/**
 * The four doors between the access policy and the outside: keys, counters, clock, audit.
 * Guarantees: the policy knows only these; each store of stores/ implements the first two and
 * passes one shared test-suite.
 * Leaves to others: where anything is kept (stores/) and what a limit is (plan.ts, window.ts).
 */

/** Embedded stores answer at once, Redis later; callers `await` either. */
export type Awaitable<T> = T | Promise<T>

export type KeyStatus = 'active' | 'suspended' | 'revoked'
export type PlanName = 'free' | 'standard' | 'premium'

export interface Limits {
  readonly hour: number
  readonly day: number
  readonly month: number
}

export interface KeyRecord {
  readonly id: number
  readonly name: string
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
  /** SHA-256 hex of each live secret. More than one only during a rotation's overlap. */
  readonly digests: readonly string[]
}

export type NewKey = Omit<KeyRecord, 'id' | 'lastUsedAt'>

export interface KeyStore {
  /** The key whose live secrets include this digest, or undefined. Revoked keys are never found. */
  findByDigest(digest: string): Awaitable<KeyRecord | undefined>
  get(id: number): Awaitable<KeyRecord | undefined>
  list(): Awaitable<readonly KeyRecord[]>
  create(key: NewKey): Awaitable<KeyRecord>
  /** Replaces the fields given; undefined when there is no such key. */
  update(id: number, change: Partial<Omit<KeyRecord, 'id'>>): Awaitable<KeyRecord | undefined>
}

/** Counts of one key in the windows that contain `now`. */
export type Usage = Limits

export interface Charge {
  /** False: nothing was charged in any window. */
  readonly allowed: boolean
  /** Requests counted in each window after this call. */
  readonly used: Usage
  /** The moment the charge was decided at, Unix milliseconds (the store's clock). */
  readonly at: number
}

export interface Counters {
  /** Charges one unit to hour, day and month together, or to none when any of them is full. */
  charge(keyId: number, limits: Limits): Awaitable<Charge>
  /** Takes back one unit from the windows that `charge.at` fell in. */
  refund(keyId: number, charge: Charge): Awaitable<void>
  usage(keyId: number): Awaitable<Usage>
  /** Records the moment of a call that is free of charge (api-info, genes). */
  touch(keyId: number): Awaitable<void>
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number
}

export interface AuditEvent {
  readonly event: string
  readonly keyId: number
  readonly actor: string
  readonly before?: string
  readonly after?: string
}

export interface Audit {
  /** Appends one line of JSON with its moment; never a secret. Nothing is ever taken out. */
  record(event: AuditEvent): Awaitable<void>
  /** The lines so far, oldest first. */
  lines(): Awaitable<readonly string[]>
}

/** Everything a store offers, opened from `STORE`. */
export interface Store {
  readonly keys: KeyStore
  readonly counters: Counters
  readonly audit: Audit
  /** True when opening it created it (see decision 34). */
  readonly created: boolean
  /** Takes up at once what other processes changed; a server does so by itself within two seconds. */
  refresh(): Awaitable<void>
  /** Writes what is still in memory and releases locks. */
  close(): Awaitable<void>
}
