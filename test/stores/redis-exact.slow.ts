/**
 * Several processes on one Redis: together they admit what one would.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { openStore } from '../../src/stores/open.js'
import { WINDOWS, windowAt } from '../../src/access/window.js'
import { until } from '../process/robe.js'
import { needsRedis, startRedis } from './redis-server.js'
import { chargesOf, handClock, put } from './samples.js'

const CHILD = fileURLToPath(new URL('./redis-charging-child.js', import.meta.url))
const PROCESSES = 4
const CALLS = 500
const LIMIT = 100

/** What one process got for its calls. */
interface Outcome {
  readonly byRedis: number
  readonly locally: number
  readonly decidedLocally: number
}

interface Crowd {
  /** Lets all charge at once. */
  readonly go: () => void
  readonly outcomes: Promise<readonly Outcome[]>
}

/** Processes that are ready to charge the first key; they go on listening to Redis until the test ends. */
async function startCrowd(t: Test, url: string, patience: readonly string[] = []): Promise<Crowd> {
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [CHILD, url, String(CALLS), String(LIMIT), ...patience], {
      stdio: ['pipe', 'pipe', patience.length > 0 ? 'ignore' : 'inherit'],
    }),
  )
  t.teardown(async () => {
    const running = children.filter((child) => child.exitCode === null)
    const ends = running.map((child) => once(child, 'close'))
    for (const child of running) child.stdin.end()
    await Promise.all(ends)
  })
  const lines = children.map((child) => createInterface(child.stdout)[Symbol.asyncIterator]())
  await Promise.all(lines.map((told) => told.next()))
  return {
    go() {
      for (const child of children) child.stdin.write('go\n')
    },
    outcomes: Promise.all(
      lines.map(async (told) => JSON.parse(String((await told.next()).value)) as Outcome),
    ),
  }
}

function sum(outcomes: readonly Outcome[], field: keyof Outcome): number {
  return outcomes.reduce((total, each) => total + each[field], 0)
}

t.test(
  'of 4 processes with 500 calls each at the same moment exactly 100 are admitted and counted',
  needsRedis(),
  async (t) => {
    const redis = await startRedis(t)
    const store = await openStore(redis.url, { purpose: 'server' })
    t.teardown(() => store.close())
    const { id } = await put(store)
    const crowd = await startCrowd(t, redis.url)
    crowd.go()
    const outcomes = await crowd.outcomes

    t.equal(sum(outcomes, 'decidedLocally'), 0, 'Redis decided on each')
    t.equal(sum(outcomes, 'byRedis'), LIMIT)
    const used = { hour: LIMIT, day: LIMIT, month: LIMIT }
    t.same(await store.counters.usage(id), used)
    const { start } = windowAt('month', Date.now())
    t.equal((await chargesOf(store, 'month', start)).get(id), LIMIT)
  },
)

t.test(
  'processes that lose patience with Redis admit beyond the limit what they count by themselves, and nothing else',
  needsRedis(),
  async (t) => {
    const redis = await startRedis(t)
    const store = await openStore(redis.url, { purpose: 'server' })
    t.teardown(() => store.close())
    const { id } = await put(store)
    const crowd = await startCrowd(t, redis.url, ['5'])
    crowd.go()
    // In the middle of their burst: some calls have been charged, some are on their way, some not yet made.
    await delay(2)
    redis.freeze()
    await delay(300)
    redis.thaw()
    const outcomes = await crowd.outcomes

    t.ok(
      outcomes.some(({ decidedLocally }) => decidedLocally > 0),
      'patience was lost',
    )
    t.ok(sum(outcomes, 'byRedis') <= LIMIT, 'Redis never admits more than the limit')
    t.ok(
      outcomes.every(({ locally }) => locally <= LIMIT),
      'nor does any process by itself',
    )
    // What Redis charged too late to be heard is given back.
    await until(
      'limits are what Redis admitted',
      () => Number(redis.cli('HVALS', `robe:hours:${id}`)) === sum(outcomes, 'byRedis'),
    )
    const { start } = windowAt('month', Date.now())
    await until(
      'the bill is what was admitted',
      async () =>
        (await chargesOf(store, 'month', start)).get(id) ===
        sum(outcomes, 'byRedis') + sum(outcomes, 'locally'),
    )
  },
)

t.test('a charge in Redis stands in the windows of the calendar, on any day', needsRedis(), async (t) => {
  const redis = await startRedis(t)
  const clock = handClock(0)
  const store = await openStore(redis.url, {
    purpose: 'server',
    storeClock: clock,
    // Whatever the machine is doing: a call counted here instead would have the moment of another clock.
    storePatience: 2_000,
  })
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
