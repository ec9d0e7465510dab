/**
 * A service whose Redis is killed and comes back, under load: what clients and operators see.
 */
import t, { type Test } from 'tap'
import { FAULTS } from '../chaos/redis-faults.js'
import { runFault } from '../chaos/redis-run.js'
import { openStore } from '../../src/stores/open.js'
import { needsRedis, startRedis } from '../stores/redis-server.js'
import { burst } from './burst.js'
import { freePort } from './ports.js'
import { startRobe, storeWithKey, until, type Settings } from './robe.js'

const { skip } = needsRedis()
const SHORT = { perSecond: 200, before: 500, fault: 2_000, after: 500 }

for (const name of ['killed', 'hung']) {
  t.test(`Redis ${name} under load: no call fails, and the bill is whole`, { skip }, async (t) => {
    const fault = FAULTS.find((each) => each.name === name)
    if (fault === undefined) throw new Error(name)
    const { before, during, after, recovery, commandsWhileAway, admitted, billed, uncertain } =
      await runFault(t, fault, SHORT)
    const calls = [...before, ...during, ...after]
    t.ok(during.length > 100, 'there was a load')
    t.same(
      calls.filter(({ status }) => status !== 200),
      [],
    )
    t.not(recovery, null, 'it was noticed')
    // Two commands or none in this second: a late one brings them closer.
    t.ok(commandsWhileAway < 1.5, `Redis is left alone: ${commandsWhileAway} commands a second`)
    const twice = billed - admitted
    t.ok(twice >= 0 && twice <= uncertain, `${twice} billed twice, of ${uncertain} that nobody can know of`)
  })
}

/** What `/readyz` says, and the metric of who counts. */
async function operatorsView(port: number): Promise<{ status: number; body: unknown; metrics: string }> {
  const readiness = await fetch(`http://127.0.0.1:${port}/readyz`)
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return { status: readiness.status, body: await readiness.json(), metrics }
}

/** A service, its operator's port, and two keys of its Redis. */
async function serveFromRedis(t: Test, settings: Settings) {
  const redis = await startRedis(t)
  const port = await freePort(t)
  const known = await storeWithKey(redis.url, 'free')
  const unseen = await storeWithKey(redis.url, 'free')
  const robe = await startRobe(t, {
    STORE: redis.url,
    OPS_PORT: String(port),
    ...settings,
  })
  return { redis, port, known, unseen, robe }
}

for (const required of [false, true]) {
  const calls = required ? 503 : 200
  t.test(
    `without Redis a known key gets ${calls} with STORE_REQUIRED=${required}, an unseen one 503`,
    { skip },
    async (t) => {
      const { redis, port, known, unseen, robe } = await serveFromRedis(t, {
        STORE_REQUIRED: String(required),
        LOG_LEVEL: 'info',
      })
      t.same(await burst(robe.url, known, 3), [200, 200, 200])
      t.match((await operatorsView(port)).body, { ready: true, store: 'redis', limiter: 'redis' })

      await redis.kill()
      await until('it is noticed', async () => /mode="local"\} 1/.test((await operatorsView(port)).metrics))
      t.same(await burst(robe.url, known, 3), [calls, calls, calls])
      t.same(await burst(robe.url, unseen, 1), [503])
      const refusal = await fetch(`${robe.url}/coats/api-info`, { headers: { 'X-API-Key': unseen } })
      t.match(await refusal.json(), { error: 'Service Unavailable', code: 'SERVICE_UNAVAILABLE' })
      t.match(refusal.headers.get('retry-after'), /^[1-9]\d*$/)
      t.equal(
        (await fetch(`${robe.url}/coats/api-info`, { headers: { 'X-API-Key': 'robe_live_x' } })).status,
        401,
      )

      const view = await operatorsView(port)
      t.equal(view.status, required ? 503 : 200)
      t.match(view.body, { ready: !required, limiter: 'local', degraded: /^away: / })
      t.match(view.metrics, /^robe_store_faults_total\{class="away"\} [1-9]/m)
      t.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200)
      const lines = (...parts: readonly string[]): number =>
        robe
          .out()
          .split('\n')
          .filter((line) => parts.every((part) => line.includes(part))).length
      await until('the last request is logged', () => lines('"msg":"request"') === 9)
      t.equal(lines('Redis fails'), 1)
      t.equal(lines('"msg":"request"', '"keyId":1', '"limiter":"redis"'), 3)
      t.equal(lines('"msg":"request"', '"keyId":1', '"limiter":"local"'), 3)
      t.notOk(robe.out().includes(known) || robe.out().includes(unseen), 'no key in any line')
    },
  )
}

t.test(
  'a 503 for want of Redis tells an accepted key its limits as last known, and an unseen one nothing',
  { skip },
  async (t) => {
    const { redis, port, known, unseen, robe } = await serveFromRedis(t, { STORE_REQUIRED: 'true' })
    t.same(await burst(robe.url, known, 3), [200, 200, 200])
    await redis.kill()
    await until('it is noticed', async () => /mode="local"\} 1/.test((await operatorsView(port)).metrics))
    for (const path of ['result', 'api-info', 'genes']) {
      const method = path === 'result' ? 'POST' : 'GET'
      const ask = (key: string): Promise<Response> =>
        fetch(`${robe.url}/coats/${path}`, { method, headers: { 'X-API-Key': key } })
      const { status, headers } = await ask(known)
      t.equal(status, 503, path)
      t.equal(headers.get('x-ratelimit-limit'), '100')
      t.equal(headers.get('x-ratelimit-remaining'), '97')
      t.match(headers.get('ratelimit'), /^"hour";r=97;t=\d+$/)
      t.equal(headers.get('retry-after'), '1')
      const stranger = await ask(unseen)
      t.same([stranger.status, stranger.headers.get('x-ratelimit-limit')], [503, null])
    }
  },
)

t.test('three instances without Redis go on from the counts that each saw last', { skip }, async (t) => {
  const redis = await startRedis(t)
  const key = await storeWithKey(redis.url, 'free')
  const settings = { STORE: redis.url }
  const robes = await Promise.all([1, 2, 3].map(() => startRobe(t, settings)))
  for (const robe of robes) t.same(await burst(robe.url, key, 1), [200])
  await redis.kill()
  const statuses = (await Promise.all(robes.map((robe) => burst(robe.url, key, 200)))).flat()
  // They saw 1, 2 and 3 calls of 100.
  t.equal(statuses.filter((status) => status === 200).length, 99 + 98 + 97)
  t.equal(statuses.filter((status) => status === 429).length, 306)
})

t.test(
  'a service that starts before its Redis is not ready until Redis was reached once, and makes no key unasked',
  { skip },
  async (t) => {
    const redis = await startRedis(t)
    await redis.kill()
    const port = await freePort(t)
    const robe = await startRobe(t, { STORE: redis.url, OPS_PORT: String(port) })
    t.match(await operatorsView(port), {
      status: 503,
      body: { ready: false, limiter: 'local', degraded: /^away: / },
    })
    await redis.restart()
    await until('it is ready', async () => (await operatorsView(port)).status === 200)
    t.match((await operatorsView(port)).body, { ready: true, limiter: 'redis' })
    const key = await storeWithKey(redis.url, 'free')
    t.same(await burst(robe.url, key, 1), [200])
    const store = await openStore(redis.url, { purpose: 'command' })
    t.equal((await store.keys.list()).length, 1)
    await store.close()
    await redis.kill()
    await until('the loss is noticed', async () =>
      /mode="local"\} 1/.test((await operatorsView(port)).metrics),
    )
    t.match(await operatorsView(port), { status: 200, body: { ready: true } }, 'known keys go on')
  },
)
