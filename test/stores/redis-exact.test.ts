/**
 * Several processes on one Redis: together they admit what one would.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import t from 'tap'
import { openStore } from '../../src/stores/open.js'
import { WINDOWS, windowAt } from '../../src/access/window.js'
import { needsRedis, startRedis } from './redis-server.js'
import { handClock, put } from './samples.js'

const CHILD = fileURLToPath(new URL('./redis-charging-child.js', import.meta.url))
const PROCESSES = 4
const CALLS = 500
const LIMIT = 100

t.test(
  'of 4 processes with 500 calls each at the same moment exactly 100 are admitted and counted',
  needsRedis(),
  async (t) => {
    const redis = await startRedis(t)
    const store = await openStore(redis.url, { purpose: 'server' })
    t.teardown(() => store.close())
    const { id } = await put(store)
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, [CHILD, redis.url, String(CALLS), String(LIMIT)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    await Promise.all(children.map((child) => once(child.stdout, 'data')))
    const told = children.map((child) => text(child.stdout))
    for (const child of children) child.stdin.end('go\n')
    const outcomes = (await Promise.all(told)).map(
      (line) => JSON.parse(line) as { admitted: number; local: number },
    )

    const sum = (field: 'admitted' | 'local'): number =>
      outcomes.reduce((total, each) => total + each[field], 0)
    t.equal(sum('local'), 0, 'Redis decided on each')
    t.equal(sum('admitted'), LIMIT)
    const used = { hour: LIMIT, day: LIMIT, month: LIMIT }
    t.same(await store.counters.usage(id), used)
    const { start } = windowAt('month', Date.now())
    t.equal((await store.counters.ledger('month', start)).get(id), LIMIT)
  },
)

t.test('the calendar of the script is that of the service, on any day', needsRedis(), async (t) => {
  const redis = await startRedis(t)
  const clock = handClock(0)
  const store = await openStore(redis.url, { purpose: 'server', storeClock: clock })
  t.teardown(() => store.close())
  const limits = { hour: 5, day: 5, month: 5 }
  let keyId = 0
  const check = async (moment: number): Promise<void> => {
    keyId += 1
    clock.time = moment
    const charge = await store.counters.charge(keyId, limits)
    if (charge.at !== moment) throw new Error(`charged at ${charge.at}`)
    const named = ['hours', 'usage'].flatMap((hash) =>
      redis.cli('HKEYS', `robe:${hash}:${keyId}`).split('\n'),
    )
    for (const window of WINDOWS) {
      const field = `${window}:${windowAt(window, moment).start}`
      if (!named.includes(field)) throw new Error(`no ${field} in ${named.join(' ')}`)
    }
  }
  for (const edge of [
    '2000-02-29',
    '2000-03-01',
    '2024-02-29T23:59:59.999',
    '2024-03-01',
    '2025-12-31T23:59:59.999',
    '2026-01-01',
    '2100-02-28T23:59:59.999',
    '2100-03-01',
  ])
    await check(Date.parse(`${edge}${edge.includes('T') ? '' : 'T00:00:00'}Z`))
  const first = Date.UTC(2000, 0, 1)
  await fc.assert(fc.asyncProperty(fc.integer({ min: first, max: Date.UTC(2400, 0, 1) }), check), {
    numRuns: 100,
  })
  t.pass('at edges and at 100 moments of four centuries')
})
