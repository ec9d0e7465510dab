/**
 * The last counts that a process saw in Redis: what clients are told and what is left to them while Redis is away.
 */
import t from 'tap'
import type { Usage } from '../../src/access/ports.js'
import { LocalFallback } from '../../src/stores/redis/health/local-fallback.js'
import { LastAnswers } from '../../src/stores/redis/key-memory.js'
import { handClock } from './samples.js'

const BEFORE_MIDNIGHT = Date.UTC(2026, 10, 30, 23, 59)
const USED = { hour: 3, day: 40, month: 500 }

function answerOf(used: Usage, at: number) {
  return { limits: USED, charge: { allowed: true, used, at }, sentAt: 0 }
}

t.test('counts are told until their window is over', async (t) => {
  const counts = new LastAnswers()
  counts.note(1, answerOf({ hour: 2, day: 39, month: 499 }, BEFORE_MIDNIGHT - 1))
  counts.note(1, answerOf(USED, BEFORE_MIDNIGHT))
  t.same(counts.countsOf(1, BEFORE_MIDNIGHT + 59_999), USED)
  t.same(counts.countsOf(1, BEFORE_MIDNIGHT + 60_000), { hour: 0, day: 0, month: 0 })
  const noon = Date.UTC(2026, 10, 21, 12)
  counts.note(2, answerOf(USED, noon))
  t.same(counts.countsOf(2, noon + 3_600_000), { ...USED, hour: 0 })
})

t.test('of more keys than are kept the longest unheard of is forgotten', async (t) => {
  const counts = new LastAnswers()
  for (let keyId = 1; keyId <= 20_000; keyId++) counts.note(keyId, answerOf(USED, BEFORE_MIDNIGHT))
  counts.note(1, answerOf(USED, BEFORE_MIDNIGHT))
  counts.note(20_001, answerOf(USED, BEFORE_MIDNIGHT))
  const kept = [1, 2, 3, 20_001].filter((keyId) => counts.countsOf(keyId, BEFORE_MIDNIGHT).hour === 3)
  t.same(kept, [1, 3, 20_001])
})

t.test('an outage begins with the last counts seen, and a second one with those of both', async (t) => {
  const clock = handClock(BEFORE_MIDNIGHT)
  const last = new LastAnswers()
  const fallback = new LocalFallback(clock, last)
  const limits = { hour: 100, day: 1_000, month: 31_000 }
  const seen = (hour: number): void => last.note(1, answerOf({ hour, day: 200, month: 300 }, BEFORE_MIDNIGHT))
  const admitted = async (calls: number): Promise<number> => {
    let count = 0
    for (let call = 0; call < calls; call++) if ((await fallback.charge(1, limits)).allowed) count++
    return count
  }
  seen(60)
  t.equal(await admitted(10), 10)
  seen(80)
  t.equal(await admitted(50), 10, 'of 100: 80 in Redis and 10 of the first outage')
  t.match(await fallback.charge(1, limits), {
    allowed: false,
    local: true,
    used: { hour: 100, day: 220, month: 320 },
  })
  t.same(fallback.usage(1), { hour: 100, day: 220, month: 320 })
  last.refunded(1, 1)
  t.equal(await admitted(5), 1, 'a call that was refunded leaves room for another')
  clock.time += 60_000
  t.equal(await admitted(101), 100, 'the next hour and day are new')
  t.equal(await admitted(200), 0)
})
