/**
 * Circuit breaker around Redis: identifies the database at the start, probes it once a second, and reports each change once.
 * Guarantees: a fault that concerns every call opens the breaker at once, other faults after a few in a row or when a probe
 * has one; only a probe that succeeded, a write included, closes it. While it is open only probes reach Redis, once a second
 * and whenever a connection is established; a silent connection, or one that leads to a replica, is renewed.
 */
import { StoreError, type StoreOptions } from '../../opening.js'
import type { Address } from '../address.js'
import { Connection } from '../connection.js'
import { meetDatabase } from './identity.js'
import { RedisFault, type FaultClass } from '../replies.js'

/** What a probe does when Redis answers. Both reject with a RedisFault. */
export interface Work {
  readonly sync: (afresh: boolean) => Promise<void>
  readonly settle: () => Promise<void>
}

/** How long a call waits for a silent Redis. */
const PATIENCE_MS = 80

/** How often changes of other processes are read, and an absent Redis is tried. */
const PROBE_MS = 1_000

/** How long a start waits for Redis before it listens without. */
const START_MS = 2_000

/** A fault of these classes may concern one key or one moment only: so many in a row open the breaker. */
const PASSING: ReadonlySet<FaultClass> = new Set(['slow', 'misunderstood', 'other'])
const MAX_FAULTS_IN_A_ROW = 5

const INSURED = 'limits are counted in this process until it works again'
const REFUSING = 'calls are refused until it works again (STORE_REQUIRED=true)'

export class HealthMonitor {
  readonly connection: Connection
  /** Whether the database became a store at this start. */
  created = false
  /** Why Redis is not asked: the fault that keeps the breaker open. Undefined while it is asked. */
  away: RedisFault | undefined
  #awaySince = 0
  #faultsInARow = 0
  #probing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #unusable: StoreError | undefined
  #ended = false

  constructor(
    private readonly address: Address,
    private readonly options: StoreOptions,
    private readonly work: Work,
  ) {
    this.connection = new Connection({
      address,
      patience: options.storePatience ?? PATIENCE_MS,
      onUp: () => void this.#probe(),
      onDown: (fault) => {
        options.onFault(fault.kind)
        if (this.isMet) this.#open(fault)
      },
    })
  }

  /** Whether the database was reached and identified at least once. */
  get isMet(): boolean {
    return this.connection.identity !== undefined
  }

  /** Does the work unless Redis is away. Rejects with a RedisFault, or with the work's own error. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.away !== undefined) throw this.away
    try {
      const result = await work()
      this.#faultsInARow = 0
      return result
    } catch (error) {
      if (!(error instanceof RedisFault)) throw error
      this.options.onFault(error.kind)
      this.#faultsInARow += 1
      if (!PASSING.has(error.kind) || this.#faultsInARow >= MAX_FAULTS_IN_A_ROW) this.#open(error)
      throw error
    }
  }

  /** Waits for Redis for START_MS and begins to probe it. Rejects with a StoreError when the database must not be used. */
  async begin(): Promise<void> {
    this.#awaySince = this.options.clock.now()
    this.#timer = setInterval(() => void this.#probe(), PROBE_MS)
    this.#timer.unref()
    await this.connection.firstNews(START_MS)
    await this.#probe()
    if (this.#unusable === undefined) return
    this.#stop()
    throw this.#unusable
  }

  /** A probe that begins now. */
  async probe(): Promise<void> {
    await this.#probing
    await this.#probe()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#probing
    await this.guard(this.work.settle).catch(() => {})
    this.#stop()
  }

  #stop(): void {
    this.#ended = true
    clearInterval(this.#timer)
    this.connection.close()
  }

  /** One probe at a time, and the next a second later, whatever this one came from. */
  #probe(): Promise<void> {
    if (this.#ended) return Promise.resolve()
    this.#timer?.refresh()
    this.#probing ??= this.#probeOnce().finally(() => (this.#probing = undefined))
    return this.#probing
  }

  async #probeOnce(): Promise<void> {
    const { sync, settle } = this.work
    // The new connection triggers the next probe.
    if (this.away !== undefined && this.connection.needsRenewal) return this.connection.renew()
    try {
      if (!this.isMet) await this.#meet()
      else await sync(this.away !== undefined)
    } catch (error) {
      return this.#failed(error)
    }
    this.#unusable = undefined
    this.#close()
    await this.guard(settle).catch((error: unknown) => {
      if (!(error instanceof RedisFault)) throw error
    })
  }

  async #meet(): Promise<void> {
    const { connection } = this
    if (!connection.isUp) throw connection.fault
    this.created = await meetDatabase(connection, this.address.shown)
  }

  #failed(error: unknown): void {
    if (error instanceof StoreError) this.#unusable = error
    else if (!(error instanceof RedisFault)) throw error
    const fault = error instanceof RedisFault ? error : new RedisFault('refused', error.message)
    this.options.onFault(fault.kind)
    this.#open(fault)
  }

  #open(fault: RedisFault): void {
    const wasAway = this.away !== undefined
    this.away = fault
    if (wasAway) return
    const { clock, required, onNotice } = this.options
    this.#awaySince = clock.now()
    onNotice(`Redis fails (${fault.kind}: ${fault.message}): ${required ? REFUSING : INSURED}`)
    if (this.connection.needsRenewal) void this.#probe()
  }

  #close(): void {
    this.#faultsInARow = 0
    if (this.away === undefined) return
    this.away = undefined
    const seconds = Math.ceil((this.options.clock.now() - this.#awaySince) / 1000)
    this.options.onNotice(`Redis counts again, after ${seconds} s`)
  }
}
