/**
 * The store of `redis://` as a server uses it: counted in Redis, insured in this process.
 * Guarantees: a broken Redis costs no call that Redis is not needed for, nor more than a moment's wait; keys
 * already met go on working; what is served without Redis is added to usage afterwards and never to limits;
 * each change between Redis and insurance is told once.
 * Leaves to others: scripts and replies (counters.ts, keys.ts), counting without Redis (outage.ts).
 */
import { randomUUID } from 'node:crypto'
import type { Charge, Clock, Health, KeyStore, Store } from '../../access/ports.js'
import { StoreUnavailable } from '../../access/store-unavailable.js'
import { auditLine } from '../audit-line.js'
import { StoreError } from '../store-error.js'
import type { Address } from './address.js'
import { createBreaker } from './breaker.js'
import { createCounters } from './counters.js'
import { faultOf, RedisFault } from './fault.js'
import type { FaultClass } from './fault.js'
import { advice, getToKnow, provesToCount, unknownYet } from './identity.js'
import { createKeys } from './keys.js'
import { openLink } from './link.js'
import { NAMES } from './names.js'
import { createOutage } from './outage.js'
import { createRefusals } from './refusals.js'
import { textsIn } from './scripts.js'

export interface RedisServerOptions {
  /** This computer's clock: dates audit lines, and windows while Redis is away. */
  readonly clock: Clock
  /** True: nothing is served while Redis is away. */
  readonly required: boolean
  /** A line for the operator at each change of state. */
  readonly onTrouble: (line: string) => void
  /** Every fault, for a metric. */
  readonly onFault?: ((kind: FaultClass) => void) | undefined
  /** Only for tests: takes the place of Redis's clock. */
  readonly redisClock?: (() => number) | undefined
}

/** How long one command may take. */
const PATIENCE_MS = 50

/** How often changed keys are looked for, and an absent Redis is tried. */
const TICK_MS = 1_000

/** A start waits so long for Redis; after that it serves without. */
const START_MS = 2_000

/** A connection that has swallowed this many trials is thrown away. */
const MOST_SILENT_TRIALS = 5

/** Opens the store. Rejects with a StoreError for a database that must not be used. */
export async function openRedisServer(address: Address, options: RedisServerOptions): Promise<Store> {
  const { clock, required, onTrouble, redisClock } = options
  let identity: string | undefined
  let created = false
  let closed = false
  let silentTrials = 0
  let unusable: StoreError | undefined
  let ticking: Promise<void> | undefined
  let openedAt = clock.now()
  const process = randomUUID()
  const touched = new Map<number, number>()

  const breaker = createBreaker({
    opened(fault) {
      openedAt = clock.now()
      onTrouble(`Redis fails (${fault.kind}: ${fault.message}): ${required ? REFUSING : INSURED}`)
    },
    closed() {
      onTrouble(`Redis counts again, after ${Math.ceil((clock.now() - openedAt) / 1000)} s`)
    },
    fault: ({ kind }) => options.onFault?.(kind),
  })
  const link = openLink({
    address,
    patience: PATIENCE_MS,
    onUp: () => void tick(),
    onDown: (fault) => {
      if (identity !== undefined) breaker.trip(fault)
    },
  })
  const ground = {
    link,
    identity: () => {
      if (identity === undefined) throw unknownYet(link.lastFault())
      return identity
    },
    clock: redisClock,
  }
  const counters = createCounters(ground)
  const keys = createKeys(ground, clock)
  const outage = createOutage(clock)
  const refusals = createRefusals(redisClock)

  /** One look at Redis at a time. */
  function tick(): Promise<void> {
    if (closed) return Promise.resolve()
    ticking ??= look().finally(() => (ticking = undefined))
    return ticking
  }

  async function look(): Promise<void> {
    const wasOpen = breaker.open() !== undefined
    try {
      if (identity === undefined) await meet()
      else if (wasOpen) await keys.sync(true)
      else await breaker.guard(() => keys.sync(false))
      silentTrials = 0
      unusable = undefined
      breaker.close()
      await breaker.guard(settle)
    } catch (error) {
      if (error instanceof StoreError) unusable = error
      else if (!(error instanceof RedisFault)) throw error
      refused(error instanceof RedisFault ? error : new RedisFault('refused', error.message))
    }
  }

  function refused(fault: RedisFault): void {
    if (identity === undefined || breaker.open() !== undefined) breaker.trip(fault)
    silentTrials = fault.kind === 'slow' || fault.kind === 'away' ? silentTrials + 1 : 0
    if (silentTrials < MOST_SILENT_TRIALS) return
    silentTrials = 0
    link.renew()
  }

  async function meet(): Promise<void> {
    if (!link.isUp()) throw unknownYet(link.lastFault())
    const known = await getToKnow(link, address.shown)
    await provesToCount(link, known.identity, address.shown)
    for (const sentence of await advice(link)) onTrouble(sentence)
    identity = known.identity
    created = known.created
  }

  /** Writes down latest uses, and what was served without Redis. */
  async function settle(): Promise<void> {
    if (touched.size > 0) {
      const moments = new Map(touched)
      await counters.touch(moments)
      for (const [keyId, at] of moments) if (touched.get(keyId) === at) touched.delete(keyId)
    }
    for (const [keyId, rows] of outage.owed()) {
      await counters.settle(process, keyId, rows)
      outage.settled(keyId, rows)
    }
  }

  /** What Redis answers, or what is done without it. */
  async function orElse<T>(work: () => Promise<T>, insured: () => T | Promise<T>): Promise<T> {
    try {
      return await breaker.guard(work)
    } catch (error) {
      if (!(error instanceof RedisFault)) throw error
      if (required) throw new StoreUnavailable()
      return await insured()
    }
  }

  /** What only Redis can do. */
  function only<T>(work: () => Promise<T>): Promise<T> {
    return orElse(work, () => {
      throw new StoreUnavailable()
    })
  }

  /** The unit that an answer charged after its time was up: the call was counted elsewhere or refused. */
  function giveBack(keyId: number, charge: Charge): void {
    if (charge.allowed) breaker.guard(() => counters.refund(keyId, charge.at)).catch(() => {})
  }

  const withTouch = <Key extends { id: number; lastUsedAt: number | null }>(key: Key): Key => {
    const at = touched.get(key.id)
    return at === undefined || at <= (key.lastUsedAt ?? 0) ? key : Object.freeze({ ...key, lastUsedAt: at })
  }

  const keyStore: KeyStore = {
    findByDigest: (digest) => keys.known(digest) ?? only(() => keys.find(digest)),
    async get(id) {
      const found = await only(() => keys.get(id))
      return found && withTouch(found)
    },
    list: async () => (await only(() => keys.list())).map(withTouch),
    create: (key, audit) => only(() => keys.create(key, audit)),
    change: (id, decide) => only(() => keys.change(id, (before) => decide(withTouch(before)))),
    import: (carried, audit) => only(() => keys.import(carried, audit)),
  }

  const timer = setInterval(() => void tick(), TICK_MS)
  timer.unref()
  try {
    await begin()
  } catch (error) {
    clearInterval(timer)
    closed = true
    link.close()
    throw error
  }

  /** Meets Redis, or finds within START_MS that it cannot be met now. */
  async function begin(): Promise<void> {
    const end = Date.now() + START_MS
    while (!link.isUp() && link.lastFault() === undefined && Date.now() < end) await pause(10)
    await tick()
    if (unusable !== undefined) throw unusable
    while (identity === undefined && link.isUp() && Date.now() < end) {
      await pause(100)
      await tick()
    }
  }

  return {
    get created() {
      return created
    },
    limiter: 'redis',
    keys: keyStore,
    counters: {
      charge(keyId, limits) {
        const held = breaker.open() === undefined ? refusals.holding(keyId, limits) : undefined
        if (held !== undefined) return held
        const askedAt = refusals.steady()
        return orElse(
          async () => {
            const charge = await counters.charge(keyId, limits, (late) => giveBack(keyId, late))
            touched.delete(keyId)
            if (!charge.allowed) refusals.remember(keyId, limits, charge, askedAt)
            return charge
          },
          () => outage.charge(keyId, limits),
        )
      },
      async refund(keyId, charge) {
        if (!charge.allowed) return
        if (charge.local === true) return outage.refund(keyId, charge)
        refusals.forget(keyId)
        try {
          await breaker.guard(() => counters.refund(keyId, charge.at))
        } catch (error) {
          // Sent and unanswered, it may have been carried out.
          if (faultOf(error).kind !== 'slow') outage.owe(keyId, charge)
        }
      },
      usage: (keyId) =>
        orElse(
          () => counters.usage(keyId),
          () => outage.usage(keyId),
        ),
      touch(keyId) {
        touched.set(keyId, clock.now())
      },
      ledger: (window, start) =>
        only(async () => {
          await settle()
          return await counters.ledger(window, start)
        }),
    },
    audit: {
      record: (event) =>
        only(async () => void (await link.send(['RPUSH', NAMES.audit, auditLine(event, clock.now())]))),
      lines: () =>
        only(async () =>
          textsIn(await link.send(['LRANGE', NAMES.audit, '0', '-1'])).map((line) => line ?? ''),
        ),
    },
    refresh: () => tick(),
    health(): Health {
      const fault = breaker.open()
      if (fault === undefined) return { degraded: false }
      return { degraded: true, why: `${fault.kind}: ${fault.message}` }
    },
    async close() {
      if (closed) return
      clearInterval(timer)
      await ticking
      await breaker.guard(settle).catch(() => {})
      closed = true
      link.close()
      tellOwed()
    },
  }

  /** The last resort of a stop without Redis: what nobody can settle any more stands in the log. */
  function tellOwed(): void {
    for (const [keyId, rows] of outage.owed()) {
      const counts = rows.map(
        ({ window, start, count }) => `${window} ${new Date(start).toISOString()} ${count}`,
      )
      onTrouble(`Usage of key ${keyId} could not be written to Redis: ${counts.join(', ')}`)
    }
  }
}

const INSURED = 'limits are counted in this process until it works again'
const REFUSING = 'calls are refused until it works again (STORE_REQUIRED=true)'

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
