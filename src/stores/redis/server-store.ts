/**
 * The Redis store for a server, with a fallback in this process while Redis is unavailable.
 * Guarantees: an unavailable Redis delays calls only briefly and fails only those that need it; cached keys keep working; calls
 * served without Redis are added to usage afterwards, but not to limits.
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
import { createRedisReplays } from '../replays/redis-replays.js'
import { RedisFault } from './replies.js'

/** Opens the store. Rejects with StoreError for a database that must not be used. */
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
  /** Whether counts could not be stored in Redis before the store was closed. */
  let isLost = false

  async function settle(): Promise<void> {
    const settled = fallback.unsettled().map(async (row) => {
      await counters.settle(instance, row)
      fallback.settled(row)
    })
    await Promise.all(settled)
  }

  /** Does the work in Redis or, on a fault, without it. If the store is required, rejects with the last known usage. */
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

  /** Work that only Redis can do. */
  function guarded(call: () => unknown): Promise<unknown> {
    return monitor.guard(async () => call())
  }

  /** Keeps a failed refund for later, unless it was sent: then Redis has carried it out, or will. */
  async function ensureRefund(
    keyId: number,
    charge: Charge,
    units: number,
    refund: Promise<void>,
  ): Promise<void> {
    try {
      await refund
    } catch (error) {
      if (!(error instanceof RedisFault && error.mayBeDone)) fallback.refundLater(keyId, charge, units)
    }
  }

  async function charge(keyId: number, limits: Limits, units: number): Promise<Charge> {
    const sentAt = last.steady.now()
    const made = await counters.charge(keyId, limits, units, (late) => {
      // The call was charged locally or refused meanwhile. Redis has just answered, even if the breaker is open.
      if (late.allowed) void ensureRefund(keyId, late, units, counters.refund(keyId, late.at, units))
    })
    last.note(keyId, { limits, charge: made, sentAt })
    return made
  }

  async function refund(keyId: number, made: Charge, units: number): Promise<void> {
    last.refunded(keyId, units)
    // An open breaker would reject with an earlier fault, which does not tell whether this refund was sent.
    if (monitor.away !== undefined) return fallback.refundLater(keyId, made, units)
    const sent = monitor.guard(() => counters.refund(keyId, made.at, units))
    await ensureRefund(keyId, made, units, sent)
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
      charge(keyId, limits, units = 1) {
        const refusal = monitor.away === undefined ? last.refusal(keyId, limits, units) : undefined
        if (refusal !== undefined) return refusal
        const work = (): Promise<Charge> => charge(keyId, limits, units)
        return orElse(keyId, work, () => fallback.charge(keyId, limits, units))
      },
      refund(keyId, made, units = 1) {
        if (!made.allowed) return
        return made.local === true ? fallback.refund(keyId, made, units) : refund(keyId, made, units)
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
    replays: eachCall(createRedisReplays(monitor.connection), guarded),
    audit: eachCall(auditOn(monitor.connection, clock), guarded),
    refresh: () => monitor.probe(),
    health() {
      const fault = monitor.away
      if (fault === undefined) return { degraded: false }
      return {
        degraded: true,
        why: `${fault.kind}: ${fault.message}`,
        ...(isLost && { lost: true }),
        ...(!monitor.isIdentified && { neverReached: true }),
      }
    },
    async close() {
      if (closed) return
      closed = true
      await monitor.end()
      // Counts that can no longer be stored are at least logged.
      const lost = fallback.unsettled().map(({ settled, ...row }) => ({ ...row, count: row.count - settled }))
      for (const [keyId, rows] of rowsByKey(lost))
        onNotice(`Usage of key ${keyId} could not be written to Redis: ${rows.map(countText).join(', ')}`)
      isLost = lost.length > 0
    },
  }
}
