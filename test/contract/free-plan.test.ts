/**
 * The plans as they are sold: the hundred-and-first request, and the moment the next hour opens.
 */
import t, { type Test } from 'tap'
import { PLANS } from '../../src/access/plan.js'
import { BAY, form, MORNING, post, startService, type Service, type Told } from '../http/service.js'

const HOUR = 3_600_000
const NEXT_HOUR = Math.ceil(MORNING / HOUR) * HOUR
const GOOD = form({ base: BAY })

const coat = (service: Service): Promise<Told> => post(service, '/coats/result', GOOD)

function rates(t: Test, told: Told, remaining: number): void {
  t.match(told.headers.get('x-ratelimit-limit'), '100')
  t.equal(told.headers.get('x-ratelimit-remaining'), String(remaining))
}

t.test(
  'Free is a hundred requests an hour: the next is refused, until the hour ends to the millisecond',
  async (t) => {
    const service = await startService(t, { key: { plan: 'free' } })
    for (let left = 99; left >= 0; left -= 1) {
      const told = await coat(service)
      if (told.status !== 200) t.fail(`${told.status} with ${left} left`)
      if (left === 99 || left === 0) rates(t, told, left)
    }
    const refused = await coat(service)
    t.equal(refused.status, 429)
    rates(t, refused, 0)
    t.same(refused.body, {
      error: 'Too Many Requests',
      message:
        'The 100 requests of this key for this hour are used up: the next hour begins at 2026-11-21T11:00:00Z, in 1800 seconds',
      code: 'RATE_LIMIT_EXCEEDED',
    })
    t.equal(refused.headers.get('x-ratelimit-reset'), String(NEXT_HOUR / 1000))
    t.equal(refused.headers.get('retry-after'), String((NEXT_HOUR - MORNING) / 1000))
    t.equal(refused.headers.get('ratelimit'), `"hour";r=0;t=${(NEXT_HOUR - MORNING) / 1000}`)
    t.equal(
      refused.headers.get('ratelimit-policy'),
      '"hour";q=100;w=3600, "day";q=1000;w=86400, "month";q=31000;w=2592000',
    )

    service.clock.time = NEXT_HOUR - 1
    const late = await coat(service)
    t.equal(late.status, 429, 'a millisecond before')
    t.equal(late.headers.get('retry-after'), '1', 'never zero')
    service.clock.time = NEXT_HOUR
    const next = await coat(service)
    t.equal(next.status, 200, 'at the boundary')
    rates(t, next, 99)
    t.match(
      await service.store.counters.usage(1),
      { hour: 1, day: 101, month: 101 },
      'the refused were not counted',
    )
  },
)

t.test('each plan’s limits are those on sale', async (t) => {
  t.same(PLANS, {
    free: { hour: 100, day: 1_000, waiting: 8 },
    standard: { hour: 1_000, day: 10_000, waiting: 32 },
    premium: { hour: 10_000, day: null, waiting: 128 },
  })
})
