/**
 * Redis stops counting while its connection stays open: after a failover to a replica, with a full memory, or silent.
 * Promised: the log, readiness and a metric report it within seconds, calls go on and are counted locally from the last
 * known counts, and Redis counts again within five seconds of its recovery.
 */
import { performance } from 'node:perf_hooks'
import { needsRedis, startRedis, type RedisServer } from '../stores/redis-server.js'
import type { Scope } from '../process/scope.js'
import { newsSoon, noticed, openStage, sightOf } from './fault-stage.js'
import type { Told } from './faults.js'

export interface RedisFault {
  readonly name: string
  readonly begin: (redis: RedisServer) => unknown
  readonly end: (redis: RedisServer) => unknown
}

const RECOVERY_MS = 5_000

export const REDIS_FAULTS: readonly RedisFault[] = [
  {
    name: 'Redis became a replica',
    begin: (redis) => redis.tell('REPLICAOF', '127.0.0.1', '1'),
    end: (redis) => redis.tell('REPLICAOF', 'NO', 'ONE'),
  },
  {
    name: 'Redis is full',
    begin: (redis) => redis.tell('CONFIG', 'SET', 'maxmemory', '1'),
    end: (redis) => redis.tell('CONFIG', 'SET', 'maxmemory', '0'),
  },
  { name: 'Redis is silent', begin: (redis) => redis.freeze(), end: (redis) => redis.thaw() },
]

/** Undefined where Redis is not installed. */
export async function tryRedisFault(
  scope: Scope,
  { name, begin, end }: RedisFault,
): Promise<Told | undefined> {
  if (needsRedis().skip !== false) return undefined
  const redis = await startRedis(scope)
  const stage = await openStage(scope, { STORE: redis.url })
  const healthy = await stage.readiness()
  stage.news()
  await stage.changes()
  await begin(redis)
  const after = await noticed(stage, healthy, RECOVERY_MS)
  const news = await newsSoon(stage)
  const during = await stage.readiness()
  const changes = await stage.changes()
  await end(redis)
  const ended = performance.now()
  await noticed(stage, during, RECOVERY_MS)
  const recovery = performance.now() - ended
  const recovered = await stage.readiness()
  const calls = await stage.endLoad()
  const failed = calls.filter(({ status }) => status !== 200).length
  await stage.server.stop()
  const isReported = after !== undefined && during.body.includes('"limiter":"local"')
  return {
    sight: sightOf(name, news, during, changes),
    findings: [
      {
        promise: `${name}: a line of the log, readiness and a metric report it`,
        measured: `${after === undefined ? 'never' : `after ${after.toFixed(0)} ms`}, ${news.length} lines, ${changes.length} metrics`,
        held: isReported && news.length > 0 && changes.length > 0,
      },
      {
        promise: `${name}: Redis counts again within ${RECOVERY_MS / 1000} s`,
        measured: `after ${recovery.toFixed(0)} ms: ${recovered.body.trim().slice(0, 200)}`,
        held: recovery <= RECOVERY_MS && recovered.body.includes('"limiter":"redis"'),
      },
      {
        promise: `${name}: every call is answered`,
        measured: `${failed} of ${calls.length} were not`,
        held: failed === 0,
      },
    ],
  }
}
