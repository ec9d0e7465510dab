/**
 * Calls that are free of charge: a burst of sixty, and then ten a second for each key.
 */
import t from 'tap'
import { BURST, FreeCalls, MAX_BUCKETS } from '../../src/access/free-calls.js'

const USED = { hour: 1, day: 2, month: 3 }

function startFreeCalls() {
  const clock = {
    time: 1_000_000,
    now() {
      return this.time
    },
  }
  let lookUps = 0
  const usage = () => {
    lookUps++
    return USED
  }
  const calls = new FreeCalls({ usage }, clock)
  /** How many of so many calls are allowed. */
  const allowedOf = (count: number, key = 1): number =>
    Array.from({ length: count }, () => calls.call(key)).filter(({ isAllowed }) => isAllowed).length
  return { clock, calls, allowedOf, lookUps: () => lookUps }
}

t.test('a key has its burst at once, then one call every tenth of a second', (t) => {
  const { clock, allowedOf } = startFreeCalls()
  t.equal(allowedOf(100), BURST)
  clock.time += 99
  t.equal(allowedOf(10), 0)
  clock.time += 1
  t.equal(allowedOf(10), 1)
  clock.time += 1_000
  t.equal(allowedOf(100), 10)
  clock.time += 3_600_000
  t.equal(allowedOf(100), BURST, 'no more than the burst is saved up')
  t.equal(allowedOf(100, 2), BURST, 'another key has its own')
  t.end()
})

t.test('a refused call asks nothing of the store and shows the latest counts', (t) => {
  const { calls, allowedOf, lookUps } = startFreeCalls()
  allowedOf(BURST)
  t.equal(lookUps(), BURST)
  t.same(calls.call(1), { isAllowed: false, used: USED })
  t.equal(lookUps(), BURST)
  t.end()
})

t.test('a clock that is set back neither locks a key out nor fills its bucket', (t) => {
  const { clock, allowedOf } = startFreeCalls()
  allowedOf(BURST)
  clock.time -= 600_000
  t.equal(allowedOf(10), 0)
  clock.time += 1_000
  t.equal(allowedOf(100), 10)
  t.end()
})

t.test('beyond the bound the least recently used bucket is dropped', (t) => {
  const { allowedOf } = startFreeCalls()
  allowedOf(BURST, 1)
  allowedOf(BURST, 2)
  t.equal(allowedOf(1, 1), 0, 'which makes it the latest')
  for (let key = 3; key <= MAX_BUCKETS + 1; key++) allowedOf(1, key)
  t.equal(allowedOf(1, 1), 0)
  t.equal(allowedOf(BURST, 2), BURST)
  t.end()
})
