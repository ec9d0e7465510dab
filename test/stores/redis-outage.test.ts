/**
 * Outages of Redis that no broken connection shows: a failover that leaves the old connection open to what is now a replica,
 * and a Redis that was never reached.
 */
import t from 'tap'
import { openStore } from '../../src/stores/open.js'
import { until } from '../process/robe.js'
import { startProxy } from './redis-proxy.js'
import { needsRedis, startRedis } from './redis-server.js'
import { FREE, put } from './samples.js'

const { skip } = needsRedis()

t.test(
  'the first refused write renews the connection and is reported, and Redis counts again once it is primary',
  { skip },
  async (t) => {
    const redis = await startRedis(t)
    const proxy = await startProxy(t, redis.port)
    const lines: string[] = []
    const store = await openStore(proxy.url, {
      purpose: 'server',
      storePatience: 5_000,
      onNotice: (line) => lines.push(line),
    })
    t.teardown(() => store.close())
    const { id } = await put(store)
    const connectionId = (): string | undefined =>
      /^id=(\d+) .* name=robe /m.exec(redis.cli('CLIENT', 'LIST'))?.[1]
    const first = connectionId()

    redis.cli('REPLICAOF', '127.0.0.1', '1')
    t.match(await store.counters.charge(id, FREE), { allowed: true, local: true })
    t.match(store.health(), { degraded: true, why: /^read-only: / })
    t.match(lines, [/^Redis fails \(read-only: /])
    await until('the connection is another one', () => ![first, undefined].includes(connectionId()))

    redis.cli('REPLICAOF', 'NO', 'ONE')
    await until('Redis counts again', () => !store.health().degraded)
    t.match(await store.counters.charge(id, FREE), { allowed: true, local: undefined })
    t.match(lines, [/^Redis fails/, /^Redis counts again/])
  },
)

t.test('a Redis that refuses writes is reported within seconds even if nobody calls', { skip }, async (t) => {
  const redis = await startRedis(t)
  const store = await openStore(redis.url, { purpose: 'server' })
  t.teardown(() => store.close())
  redis.cli('REPLICAOF', '127.0.0.1', '1')
  await until('it is reported', () => store.health().why?.startsWith('read-only: ') === true)
})

t.test('a start without Redis reports that it was never reached, until it was', { skip }, async (t) => {
  const redis = await startRedis(t)
  await redis.kill()
  const store = await openStore(redis.url, { purpose: 'server' })
  t.teardown(() => store.close())
  t.match(store.health(), { degraded: true, neverReached: true })
  await redis.restart()
  await until('it is reached', () => !store.health().degraded)
  await redis.kill()
  await until('the loss is noticed', () => store.health().degraded)
  t.match(store.health(), { degraded: true, neverReached: undefined })
})
