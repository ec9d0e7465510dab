/**
 * What a caller is told of its counts while Redis is away and calls are refused.
 */
import t from 'tap'
import type { Usage } from '../../src/access/ports.js'
import { LastAnswers } from '../../src/stores/redis/key-memory.js'

const BEFORE_MIDNIGHT = Date.UTC(2026, 10, 30, 23, 59)
const USED = { hour: 3, day: 40, month: 500 }

function answerOf(used: Usage, at: number) {
  return { limits: USED, charge: { allowed: true, used, at }, askedAt: 0 }
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
