/**
 * Unknown keys: what they cost Redis, and how soon a new key works.
 */
import t, { type Test } from 'tap'
import { openStore } from '../../src/stores/open.js'
import { until } from '../process/robe.js'
import { startProxy } from './redis-proxy.js'
import { needsRedis, startRedis } from './redis-server.js'
import { alter, put, secretOf } from './samples.js'

const { skip } = needsRedis()
const DIGEST = 'b'.repeat(64)

async function scene(t: Test) {
  const redis = await startRedis(t)
  const proxy = await startProxy(t, redis.port)
  const store = await openStore(proxy.url, { purpose: 'server', storePatience: 5_000 })
  t.teardown(() => store.close())
  proxy.taken()
  return { redis, proxy, store }
}

t.test('an unknown key costs Redis one lookup a second, however it is asked for', { skip }, async (t) => {
  const { proxy, store } = await scene(t)
  const began = performance.now()
  await Promise.all(Array.from({ length: 100 }, async () => store.keys.findByDigest(DIGEST)))
  for (let call = 0; call < 100; call++) t.equal(await store.keys.findByDigest(DIGEST), undefined)
  const seconds = Math.ceil((performance.now() - began) / 1_000)
  const commands = proxy.taken().length
  // Each second a lookup and a probe; a script that is not loaded yet is sent twice.
  t.ok(commands <= 2 * seconds + 2, `${commands} commands in ${seconds} s`)
})

t.test('a key made or changed elsewhere works within two seconds of a miss', { skip }, async (t) => {
  const { redis, store } = await scene(t)
  const other = await openStore(redis.url, { purpose: 'command' })
  t.teardown(() => other.close())
  const { id } = await put(other)
  t.equal(await store.keys.findByDigest(DIGEST), undefined)
  await alter(other, id, { secrets: [secretOf('b')] })
  await until('it is found', async () => (await store.keys.findByDigest(DIGEST))?.id === id)
})

t.test('a key made here works at once after a miss', { skip }, async (t) => {
  const { store } = await scene(t)
  t.equal(await store.keys.findByDigest(DIGEST), undefined)
  const { id } = await put(store, { secrets: [secretOf('b')] })
  t.equal((await store.keys.findByDigest(DIGEST))?.id, id)
})
