/**
 * Batches over two processes on one Redis: limits are exact, and an idempotency key is charged once.
 */
import t from 'tap'
import { createKey } from '../../src/access/keys/issue.js'
import { systemClock } from '../../src/access/clock.js'
import type { Limits } from '../../src/access/ports.js'
import { openStore } from '../../src/stores/open.js'
import { needsRedis, startRedis } from '../stores/redis-server.js'
import { startRobe } from './robe.js'
import { remember } from './secrets.js'

const LINE = JSON.stringify({
  op: 'coats.result',
  fields: { base: { extension: ['E', 'e'], agouti: ['A', 'a'] } },
})

t.test('two processes on one Redis', needsRedis(), async (t) => {
  const redis = await startRedis(t)
  const settings = { STORE: redis.url, LOG_LEVEL: 'info' }
  const robes = await Promise.all([startRobe(t, settings), startRobe(t, settings)])
  const store = await openStore(redis.url, { purpose: 'command' })
  t.teardown(() => store.close())

  async function newKey(limits: Partial<Limits>): Promise<{ readonly id: number; readonly secret: string }> {
    const request = { name: 'test', plan: 'premium', limits, actor: 'test' } as const
    const { record, secret } = await createKey(store, request, systemClock())
    remember(secret)
    return { id: record.id, secret }
  }

  const send = (url: string, key: string, lines: number, headers = {}): Promise<Response> =>
    fetch(`${url}/coats/batch`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson', ...headers },
      body: Array(lines).fill(LINE).join('\n'),
    })

  /** How many calls the processes counted by themselves, because the machine had no time for Redis. */
  const countedAlone = (): number =>
    robes.reduce((sum, robe) => sum + robe.out().split('"limiter":"local"').length - 1, 0)

  async function tenBatchesEach() {
    for (let tries = 0; tries < 5; tries++) {
      const { id, secret } = await newKey({ hour: 100 })
      const before = countedAlone()
      const statuses: number[] = []
      // A key may have two batches under way in each process.
      await Promise.all(
        [...robes, ...robes].map(async ({ url }) => {
          for (let i = 0; i < 10; i++) {
            const response = await send(url, secret, 7)
            statuses.push(response.status)
            await response.text()
          }
        }),
      )
      if (countedAlone() === before && !statuses.includes(503)) return { id, statuses }
    }
    throw new Error('Redis was never heard in time for all batches')
  }

  await t.test('of many batches of seven, as many are admitted as fit, and each whole', async (t) => {
    const { id, statuses } = await tenBatchesEach()
    t.equal(statuses.filter((status) => status === 200).length, 14, '14 times 7 are 98')
    t.equal(statuses.filter((status) => status === 429).length, 26)
    t.same(await store.counters.usage(id), { hour: 98, day: 98, month: 98 })
  })

  await t.test('one Idempotency-Key sent to both at once is computed by one and charged once', async (t) => {
    const { id, secret } = await newKey({})
    const headers = { 'Idempotency-Key': 'herd-2026' }
    const both = await Promise.all(robes.map(({ url }) => send(url, secret, 300, headers)))
    const texts = await Promise.all(both.map((response) => response.text()))
    t.ok(both.every(({ status }) => status === 200 || status === 409))
    const first = texts[both.findIndex(({ status }) => status === 200)]
    for (const { url } of robes) {
      const again = await send(url, secret, 300, headers)
      t.equal(again.headers.get('idempotency-replayed'), 'true')
      t.equal(await again.text(), first)
      t.equal((await send(url, secret, 301, headers)).status, 422)
    }
    t.same(await store.counters.usage(id), { hour: 300, day: 300, month: 300 })
  })
})
