/**
 * The store of `redis://` as a server uses it: counted in Redis, insured in this process.
 * Guarantees: a broken Redis costs no call that Redis is not needed for, nor more than a moment's wait; keys
 * already met go on working; what is served without Redis is added to usage afterwards and never to limits.
 */
import { randomUUID } from 'node:crypto'
import { StoreUnavailable } from '../../access/ports.js'
import type { Awaitable, Charge, Limits, Store, Usage } from '../../access/ports.js'
import { eachCall } from '../each-call.js'
import { countText, rowsByKey } from '../records.js'
import type { StoreOptions } from '../opening.js'
import type { Address } from './address.js'
import { RedisCounters } from './counters.js'
import { HealthMonitor } from './health/health-monitor.js'
import { LocalFallback } from './health/local-fallback.js'
import { LastAnswers } from './key-memory.js'
import { auditOn, createRedisKeys } from './keys.js'
import { RedisFault } from './replies.js'

/** Opens the store. Rejects with a StoreError for a database that must not be used. */
export async function openRedisServer(address: Address, options: StoreOptions): Promise<Store> {
  const { clock, required, onNotice, storeClock } = options
  const sync = (afresh: boolean): Promise<void> => keys.sync(afresh)
  const monitor = new HealthMonitor(address, options, { sync, settle })
  const counters = new RedisCounters(monitor.connection, clock, storeClock)
  const keys = createRedisKeys(monitor.connection, clock)
  const guardedKeys = eachCall(keys, guarded)
  const last = new LastAnswers(storeClock)
  const fallback = new LocalFallback(clock, last)
  const instance = randomUUID()
  let closed = false
  /** Whether Redis was never told of some calls. */
  let isLost = false

  async function settle(): Promise<void> {
    const settled = fallback.owed().map(async (row) => {
      await counters.settle(instance, row)
      fallback.settled(row)
    })
    await Promise.all(settled)
  }

  /** What Redis answers of a key's counts, or what is done without it. A refusal shows them as they were last known. */
  async function orElse<T>(
    keyId: number,
    work: () => Promise<T>,
    withoutRedis: () => Awaitable<T>,
  ): Promise<T> {
    try {
      return await monitor.guard(work)
    } catch (error) {
      if (!(error instanceof RedisFault)) throw error
      if (!required) return await withoutRedis()
      throw new StoreUnavailable(error.message, last.countsOf(keyId, clock.now()))
    }
  }

  /** What only Redis can do. */
  function guarded(call: () => unknown): Promise<unknown> {
    return monitor.guard(async () => call())
  }

  /** A refund that failed is owed, unless it was sent: then Redis has made it, or makes it when it gets to it. */
  async function madeOrOwed(keyId: number, charge: Charge, refund: Promise<void>): Promise<void> {
    try {
      await refund
    } catch (error) {
      if (!(error instanceof RedisFault && error.mayBeDone)) fallback.owe(keyId, charge)
    }
  }

  async function charge(keyId: number, limits: Limits): Promise<Charge> {
    const askedAt = last.steady.now()
    const made = await counters.charge(keyId, limits, (late) => {
      // The call has been charged here or refused. Redis has just been heard, whatever the breaker knows.
      if (late.allowed) void madeOrOwed(keyId, late, counters.refund(keyId, late.at))
    })
    last.note(keyId, { limits, charge: made, askedAt })
    return made
  }

  async function refund(keyId: number, made: Charge): Promise<void> {
    last.refunded(keyId)
    // The breaker repeats the fault that opened it, which says nothing of this refund: it is not sent at all.
    if (monitor.away !== undefined) return fallback.owe(keyId, made)
    const sent = monitor.guard(() => counters.refund(keyId, made.at))
    await madeOrOwed(keyId, made, sent)
  }

  await monitor.begin()
  return {
    created: monitor.created,
    limiter: 'redis',
    keys: {
      ...guardedKeys,
      findByDigest: (digest) => keys.cached(digest) ?? guardedKeys.findByDigest(digest),
    },
    counters: {
      clock: { now: () => (monitor.away === undefined ? counters.now() : clock.now()) },
      charge(keyId, limits) {
        const refusal = monitor.away === undefined ? last.refusal(keyId, limits) : undefined
        if (refusal !== undefined) return refusal
        const work = (): Promise<Charge> => charge(keyId, limits)
        return orElse(keyId, work, () => fallback.charge(keyId, limits))
      },
      refund(keyId, made) {
        if (!made.allowed) return
        return made.local === true ? fallback.refund(keyId, made) : refund(keyId, made)
      },
      usage(keyId, isCall) {
        const work = (): Promise<Usage> => counters.usage(keyId, isCall)
        return orElse(keyId, work, () => fallback.usage(keyId))
      },
      ledger(window, span) {
        return monitor.guard(async () => {
          await settle()
          return await counters.ledger(window, span)
        })
      },
    },
    audit: eachCall(auditOn(monitor.connection, clock), guarded),
    refresh: () => monitor.probe(),
    health() {
      const fault = monitor.away
      if (fault === undefined) return { degraded: false }
      return {
        degraded: true,
        why: `${fault.kind}: ${fault.message}`,
        ...(isLost && { lost: true }),
        ...(!monitor.isMet && { neverReached: true }),
      }
    },
    async close() {
      if (closed) return
      closed = true
      await monitor.end()
      // What nobody can settle any more stands at least in the log.
      const owed = fallback.owed().map(({ settled, ...row }) => ({ ...row, count: row.count - settled }))
      for (const [keyId, rows] of rowsByKey(owed))
        onNotice(`Usage of key ${keyId} could not be written to Redis: ${rows.map(countText).join(', ')}`)
      isLost = owed.length > 0
    },
  }
}
