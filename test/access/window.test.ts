/**
 * Calendar windows in UTC.
 */
import t from 'tap'
import type { WindowName } from '../../src/access/window.js'
import { windowAt, windowsAt } from '../../src/access/window.js'

const CASES: readonly (readonly [WindowName, string, string, string])[] = [
  ['hour', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z'],
  ['hour', '2026-11-21T10:59:59.999Z', '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z'],
  ['hour', '2026-12-31T23:30:00.000Z', '2026-12-31T23:00:00Z', '2027-01-01T00:00:00Z'],
  ['day', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
  ['day', '2028-02-28T23:59:59.999Z', '2028-02-28T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['day', '2028-02-29T12:00:00.000Z', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['day', '2026-02-28T12:00:00.000Z', '2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['day', '2026-01-31T12:00:00.000Z', '2026-01-31T00:00:00Z', '2026-02-01T00:00:00Z'],
  ['day', '2026-12-31T23:59:59.999Z', '2026-12-31T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['month', '2026-01-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ['month', '2028-02-29T12:00:00.000Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['month', '2026-02-28T12:00:00.000Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['month', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['month', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z'],
]

for (const [name, moment, start, end] of CASES) {
  t.test(`the ${name} that holds ${moment} runs from ${start} to ${end}`, async (t) => {
    t.same(windowAt(name, Date.parse(moment)), { start: Date.parse(start), end: Date.parse(end) })
  })
}

t.test('the end of a window is the start of the next, all through a leap year', async (t) => {
  let moment = Date.UTC(2028, 0, 1)
  let months = 0
  while (moment < Date.UTC(2029, 0, 1)) {
    const { start, end } = windowAt('month', moment)
    t.equal(start, moment)
    moment = end
    months++
  }
  t.equal(months, 12)
  t.equal(moment, Date.UTC(2029, 0, 1))
})

t.test('all three windows at once are those asked for one by one', async (t) => {
  const now = Date.UTC(2026, 10, 21, 10, 11, 12)
  const { hour, day, month } = windowsAt(now)
  t.same([hour, day, month], [windowAt('hour', now), windowAt('day', now), windowAt('month', now)])
})
