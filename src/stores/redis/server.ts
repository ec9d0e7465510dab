/**
 * The store of `redis://` as a server uses it: counted in Redis, insured in this process.
 * Guarantees: a broken Redis costs no call that Redis is not needed for, nor more than a moment's wait; keys
 * already met go on working; what is served without Redis is added to usage afterwards and never to limits.
 * Leaves to others: scripts and replies (counters.ts, keys.ts), counting without Redis (local-fallback.ts), whether Redis
 * is there (health-monitor.ts).
 */
import { randomUUID } from 'node:crypto'
import type { Awaitable, Charge, KeyRecord, Store } from '../../access/ports.js'
import { StoreUnavailable } from '../../access/store-unavailable.js'
import { createAudit } from './audit.js'
import { createCounters } from './counters.js'
import { faultOf, RedisFault } from './health/redis-fault.js'
import { createKeys } from './keys.js'
import { createLastCounts } from './health/last-counts.js'
import { createLocalFallback } from './health/local-fallback.js'
import { createHealthMonitor, type HealthMonitorOptions } from './health/health-monitor.js'
import { createRefusals } from './refusals.js'

/** Opens the store. Rejects with a StoreError for a database that must not be used. */
export async function openRedisServer(options: HealthMonitorOptions): Promise<Store> {
  const { clock, required, onTrouble, redisClock } = options
  const presence = createHealthMonitor(options)
  const { ground, link, guard } = presence
  const counters = createCounters(ground)
  const keys = createKeys(ground, clock)
  const audit = createAudit(link, clock)
  const outage = createLocalFallback(clock)
  const refusals = createRefusals(redisClock)
  const lastCounts = createLastCounts()
  const process = randomUUID()
  /** Latest uses that were free of charge and are not written down yet. */
  const touched = new Map<number, number>()
  /** By how much Redis's clock is ahead of this process's, milliseconds. */
  let ahead = 0
  let closed = false

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

  /** What Redis answers, or what is done without it. `keyId`: whose counts a refusal tells. */
  async function orElse<T>(work: () => Promise<T>, insured: () => Awaitable<T>, keyId?: number): Promise<T> {
    try {
      return await guard(work)
    } catch (error) {
      if (!(error instanceof RedisFault)) throw error
      if (required)
        throw new StoreUnavailable(
          'Redis is away',
          keyId === undefined ? keyId : lastCounts.tell(keyId, clock.now()),
        )
      return await insured()
    }
  }

  /** What only Redis can do. */
  function only<T>(work: () => Promise<T>): Promise<T> {
    return orElse(work, () => {
      throw new StoreUnavailable()
    })
  }

  /** The unit of an answer that came after its time: the call has been charged here or refused. */
  function giveBack(keyId: number, charge: Charge): void {
    // Redis has just been heard, whatever the breaker knows.
    if (charge.allowed) counters.refund(keyId, charge.at).catch(oweUnlessSent(keyId, charge))
  }

  /** What becomes of a refund that failed. Sent and unanswered, Redis carries it out when it gets to it. */
  function oweUnlessSent(keyId: number, charge: Charge): (error: unknown) => void {
    return (error) => {
      if (faultOf(error).kind !== 'slow') outage.owe(keyId, charge)
    }
  }

  async function charge(keyId: number, limits: Parameters<typeof counters.charge>[1]): Promise<Charge> {
    const askedAt = refusals.steady()
    const made = await counters.charge(keyId, limits, (late) => giveBack(keyId, late))
    touched.delete(keyId)
    // Without STORE_REQUIRED this process counts by itself and tells its own counts.
    if (required) lastCounts.note(keyId, made.used, made.at)
    if (!made.allowed) refusals.remember(keyId, limits, made, askedAt)
    return made
  }

  async function refund(keyId: number, made: Charge): Promise<void> {
    refusals.forget(keyId)
    // The breaker repeats the fault that opened it, which says nothing of this refund: it is not sent at all.
    if (presence.away() !== undefined) return outage.owe(keyId, made)
    await guard(() => counters.refund(keyId, made.at)).catch(oweUnlessSent(keyId, made))
  }

  function withTouch(key: KeyRecord): KeyRecord {
    const at = touched.get(key.id)
    return at === undefined || at <= (key.lastUsedAt ?? 0) ? key : Object.freeze({ ...key, lastUsedAt: at })
  }

  await presence.begin({ sync: keys.sync, settle })
  return {
    created: presence.created(),
    limiter: 'redis',
    keys: {
      findByDigest: (digest) => keys.known(digest) ?? only(() => keys.find(digest)),
      async get(id) {
        const found = await only(() => keys.get(id))
        return found && withTouch(found)
      },
      list: async () => (await only(keys.list)).map(withTouch),
      create: (key, audited) => only(() => keys.create(key, audited)),
      change: (id, decide) => only(() => keys.change(id, (before) => decide(withTouch(before)))),
      import: (carried, event) => only(() => keys.import(carried, event)),
    },
    counters: {
      clock: { now: () => clock.now() + (presence.away() === undefined ? ahead : 0) },
      charge(keyId, limits) {
        const held = presence.away() === undefined ? refusals.holding(keyId, limits) : undefined
        if (held !== undefined) return held
        return orElse(
          () => charge(keyId, limits),
          () => outage.charge(keyId, limits),
          keyId,
        )
      },
      refund(keyId, made) {
        if (!made.allowed) return
        return made.local === true ? outage.refund(keyId, made) : refund(keyId, made)
      },
      usage: (keyId) =>
        orElse(
          () => counters.usage(keyId, (at) => (ahead = at - clock.now())),
          () => outage.usage(keyId),
          keyId,
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
      record: (event) => only(async () => audit.record(event)),
      lines: () => only(async () => audit.lines()),
    },
    refresh: presence.look,
    health() {
      const fault = presence.away()
      return fault === undefined
        ? { degraded: false }
        : { degraded: true, why: `${fault.kind}: ${fault.message}` }
    },
    async close() {
      if (closed) return
      closed = true
      await presence.end()
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
