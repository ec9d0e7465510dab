/**
 * Instances whose clocks disagree: limits are those of one clock, Redis's.
 */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { windowAt } from '../../src/access/window.js'
import { needsRedis, startRedis } from '../stores/redis-server.js'
import { burst } from './burst.js'
import { startRobe, storeWithKey, type Robe } from './robe.js'
import { needsFaketime, wrongClock } from './wrong-clock.js'

const skip = needsRedis().skip || needsFaketime().skip
const SKEW = 120
const HOUR = 3_600

const endOfHour = (moment: number): number => windowAt('hour', moment).end / 1_000

/** The hour begins anew for nobody while this runs. */
async function awayFromTheBoundary(): Promise<void> {
  const left = endOfHour(Date.now()) * 1_000 - Date.now()
  if (left < 60_000) await delay(left + 1_000)
}

async function standing(robe: Robe, key: string): Promise<Headers> {
  const { headers } = await fetch(`${robe.url}/coats/api-info`, { headers: { 'X-API-Key': key } })
  return headers
}

t.test(
  'two instances either side of a boundary by their own clocks admit one limit, in the hour of Redis',
  { skip, timeout: 110_000 },
  async (t) => {
    await awayFromTheBoundary()
    const redis = await startRedis(t)
    const settings = { STORE: redis.url }
    const second = Math.floor(Date.now() / 1_000) % HOUR
    // Both are wrong by two minutes; by as much more as there is to the next boundary, and to the one before.
    const shifts = [
      [SKEW, -SKEW],
      [HOUR - second + SKEW, -second - SKEW],
    ] as const
    for (const [ahead, behind] of shifts) {
      const key = await storeWithKey(redis.url, 'free')
      const robes = await Promise.all(
        [ahead, behind].map((shift) => startRobe(t, { ...settings, ...wrongClock(shift) })),
      )
      const statuses = (await Promise.all(robes.map((robe) => burst(robe.url, key, 150)))).flat()
      t.equal(statuses.filter((status) => status === 200).length, 100, 'over-admission is 0')
      t.equal(statuses.filter((status) => status === 429).length, 200)

      const told = await Promise.all(robes.map((robe) => standing(robe, key)))
      const clocks = told.map((headers) => Date.parse(headers.get('date') ?? ''))
      const apart = ((clocks[0] ?? 0) - (clocks[1] ?? 0)) / 1_000
      t.ok(Math.abs(apart - (ahead - behind)) < 10, `the clocks are ${apart} s apart`)
      const [time = ''] = redis.cli('TIME').split('\n')
      const reset = String(endOfHour(Number(time) * 1_000))
      for (const headers of told) {
        t.equal(headers.get('x-ratelimit-reset'), reset, 'the boundary is Redis’s')
        t.equal(headers.get('x-ratelimit-remaining'), '0')
      }
      for (const robe of robes) await robe.stop()
    }
  },
)
