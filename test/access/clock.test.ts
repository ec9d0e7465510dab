/**
 * Clocks that never go back.
 */
import t from 'tap'
import { systemClock } from '../../src/access/clock.js'

t.test('when the computer is set back an hour, the system clock walks on at the true pace', async (t) => {
  let wall = 10_000_000
  let steady = 5
  const clock = systemClock(
    () => wall,
    () => steady,
  )
  t.equal(clock.now(), 10_000_000)
  wall -= 3_600_000
  // In steps shorter than a millisecond: none of them may be lost to rounding.
  const shown = Array.from({ length: 4_000 }, () => {
    steady += 0.25
    return clock.now()
  })
  t.same(
    shown,
    shown.toSorted((one, other) => one - other),
  )
  t.equal(clock.now(), 10_001_000)
})

t.test('when the computer is set forward, the system clock follows at once', async (t) => {
  let wall = 10_000_000
  const clock = systemClock(
    () => wall,
    () => 0,
  )
  wall += 86_400_000
  t.equal(clock.now(), 96_400_000)
})
