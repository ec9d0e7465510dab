/**
 * Circuit breaker around Redis: identifies the database at start, probes it once a second, and reports each change of state once.
 * Guarantees: a fault that affects every call opens the breaker at once, other faults after several in a row or in a probe; only a
 * successful probe, which includes a write, closes it. While it is open, only probes reach Redis, once a second and on every new
 * connection; a silent connection, or one to a replica, is renewed.
 */
import { StoreError, type StoreOptions } from '../../opening.js'
import type { Address } from '../address.js'
import { Connection } from '../connection.js'
import { identifyDatabase } from './identity.js'
import { RedisFault, type FaultClass } from '../replies.js'

/** The work of a successful probe. Both functions reject with RedisFault. */
export interface Work {
  readonly sync: (afresh: boolean) => Promise<void>
  readonly settle: () => Promise<void>
}

/** How long a call waits for a silent Redis. */
const PATIENCE_MS = 80

/** Interval of probes, which also load changes of other processes. */
const PROBE_MS = 1_000

/** How long the start waits for Redis before it continues without. */
const START_MS = 2_000

/** Faults that may be temporary or affect one key only: the breaker opens after several in a row. */
const PASSING: ReadonlySet<FaultClass> = new Set(['slow', 'misunderstood', 'other'])
const MAX_FAULTS_IN_A_ROW = 5

const INSURED = 'limits are counted in this process until it works again'
const REFUSING = 'calls are refused until it works again (STORE_REQUIRED=true)'

export class HealthMonitor {
  readonly connection: Connection
  /** Whether the database became a store at this start. */
  created = false
  /** The fault that keeps the breaker open; undefined while it is closed. */
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
        if (this.isIdentified) this.#open(fault)
      },
    })
  }

  /** Whether the database was reached and identified at least once. */
  get isIdentified(): boolean {
    return this.connection.identity !== undefined
  }

  /** Does the work if the breaker is closed. Rejects with RedisFault, or with the work's own error. */
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

  /** Waits up to START_MS for Redis and starts probing. Rejects with StoreError if the database must not be used. */
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

  /** Runs a probe that starts now. */
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

  /** Runs one probe at a time; the next scheduled probe follows a second later. */
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
      if (!this.isIdentified) await this.#identify()
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

  async #identify(): Promise<void> {
    const { connection } = this
    if (!connection.isUp) throw connection.fault
    this.created = await identifyDatabase(connection, this.address.shown)
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
