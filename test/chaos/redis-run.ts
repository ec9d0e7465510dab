/**
 * One fault of Redis under load: what clients, operators and bills see of it.
 * Guarantees: a real service process, a real Redis, a steady load before, during and after the fault.
 * Leaves to others: which faults (redis-faults.ts) and what is enough (redis-chaos.ts, the tests).
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from '../process/ports.js'
import { startRobe, storeWithKey, until } from '../process/robe.js'
import { paceOf, startProxy, type RedisProxy } from '../stores/redis-proxy.js'
import { startRedis, type RedisServer } from '../stores/redis-server.js'
import { startLoad, type Call } from './load.js'

export interface Fault {
  readonly name: string
  /** How the server is started, where it matters. */
  readonly words?: readonly string[]
  readonly begin: (redis: RedisServer, proxy: RedisProxy) => void | Promise<void>
  readonly end: (redis: RedisServer, proxy: RedisProxy) => void | Promise<void>
}

export interface Seen {
  readonly before: readonly Call[]
  readonly during: readonly Call[]
  readonly after: readonly Call[]
  /** Milliseconds from the end of the fault until readiness tells that Redis counts; null: it always did. */
  readonly recovery: number | null
  /** Commands a second on the way to Redis while the service counted by itself, new connections included. */
  readonly commandsWhileAway: number
  /** Calls answered with 200, of the run-up too, and what the ledger has of them in the end. */
  readonly admitted: number
  readonly billed: number
  /**
   * Calls under way when the fault began: Redis may have counted them and died before it could say so, and then
   * they stand twice on the bill.
   */
  readonly uncertain: number
}

export interface Timing {
  readonly perSecond: number
  /** Milliseconds. */
  readonly before: number
  readonly fault: number
  readonly after: number
}

/** The premium plan lets through what a run asks. */
export async function runFault(t: Test, fault: Fault, timing: Timing): Promise<Seen> {
  const redis = await startRedis(t, fault.words ?? [])
  const proxy = await startProxy(t, redis.port)
  const opsPort = String(await freePort(t))
  const key = await storeWithKey(redis.url, 'premium')
  const robe = await startRobe(t, { STORE: proxy.url, OPS_PORT: opsPort })
  const limiter = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${opsPort}/readyz`)
    return ((await response.json()) as { limiter: string }).limiter
  }
  const usage = async (): Promise<number> => {
    const response = await fetch(`${robe.url}/coats/api-info`, { headers: { 'X-API-Key': key } })
    return ((await response.json()) as { monthly_usage: number }).monthly_usage
  }

  // A process that has just begun is slower than it will ever be again.
  const warmUp = await loadFor(robe.url, key, timing.perSecond, 1_000)
  const stop = startLoad(robe.url, key, timing.perSecond)
  await delay(timing.before)

  const beganAt = performance.now()
  await fault.begin(redis, proxy)
  const begunAt = performance.now()
  await delay(timing.fault / 2)
  const isAway = (await limiter()) === 'local'
  proxy.taken()
  await delay(timing.fault / 2)
  const commandsWhileAway = isAway ? paceOf(proxy.taken()) : 0

  await fault.end(redis, proxy)
  const endedAt = performance.now()
  let recovery: number | null = null
  if (isAway) {
    await until('Redis counts again', async () => (await limiter()) === 'redis', 10)
    recovery = performance.now() - endedAt
  }
  await delay(timing.after)
  const calls = await stop()

  // With those of the run-up: what they are billed may be settled as late as anything else.
  const admitted = [...warmUp, ...calls].filter(({ status }) => status === 200).length
  await until('the bill is settled', async () => (await usage()) >= admitted)
  const billed = await usage()
  await robe.stop()
  return {
    before: calls.filter(({ at }) => at < beganAt),
    during: calls.filter(({ at }) => at >= beganAt && at < endedAt),
    after: calls.filter(({ at }) => at >= endedAt),
    recovery,
    commandsWhileAway,
    admitted,
    billed,
    uncertain: calls.filter(({ at, took }) => at <= begunAt && at + took >= beganAt).length,
  }
}

async function loadFor(
  url: string,
  key: string,
  perSecond: number,
  milliseconds: number,
): Promise<readonly Call[]> {
  const stop = startLoad(url, key, perSecond)
  await delay(milliseconds)
  return await stop()
}
