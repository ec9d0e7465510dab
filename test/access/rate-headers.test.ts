/**
 * What the headers tell.
 */
import t from 'tap'
import type { Limits, Usage } from '../../src/access/ports.js'
import { rateHeaders, usedUp } from '../../src/access/rate-headers.js'

const FREE = { hour: 100, day: 1_000, month: 31_000 }
const NOW = Date.UTC(2026, 10, 21, 10, 30, 0, 500)
const HOUR_END = Date.UTC(2026, 10, 21, 11) / 1000
const DAY_END = Date.UTC(2026, 10, 22) / 1000
const MONTH_END = Date.UTC(2026, 11, 1) / 1000

function headersOf(limits: Limits, used: Usage, at: number, isRefused = false) {
  return rateHeaders(limits, { allowed: !isRefused, used, at })
}

t.test('the hour is shown while it has the fewest requests remaining', async (t) => {
  t.same(headersOf(FREE, { hour: 1, day: 1, month: 1 }, NOW), {
    'X-RateLimit-Limit': '100',
    'X-RateLimit-Remaining': '99',
    'X-RateLimit-Reset': String(HOUR_END),
    'RateLimit-Policy': '"hour";q=100;w=3600, "day";q=1000;w=86400, "month";q=31000;w=2592000',
    RateLimit: '"hour";r=99;t=1800',
  })
})

t.test('the day is shown when it is the tighter one', async (t) => {
  const headers = headersOf(FREE, { hour: 10, day: 950, month: 950 }, NOW)
  t.equal(headers['X-RateLimit-Limit'], '1000')
  t.equal(headers['X-RateLimit-Remaining'], '50')
  t.equal(headers['X-RateLimit-Reset'], String(DAY_END))
})

t.test('of windows with equally few remaining the one that resets later is shown', async (t) => {
  t.equal(headersOf(FREE, { hour: 90, day: 990, month: 990 }, NOW)['X-RateLimit-Reset'], String(DAY_END))
  t.equal(headersOf(FREE, { hour: 90, day: 990, month: 30_990 }, NOW)['X-RateLimit-Reset'], String(MONTH_END))
})

t.test('in the last hour of a day and month, where all end together, the widest is shown', async (t) => {
  const last = Date.UTC(2026, 10, 30, 23, 59, 59)
  const headers = headersOf({ hour: 5, day: 5, month: 5 }, { hour: 1, day: 1, month: 1 }, last)
  t.match(headers['RateLimit'], /^"month";r=4;t=1$/)
})

t.test('remaining is never negative, even after a limit was lowered', async (t) => {
  t.equal(
    headersOf({ ...FREE, hour: 5 }, { hour: 80, day: 80, month: 80 }, NOW)['X-RateLimit-Remaining'],
    '0',
  )
})

t.test('a month is as long as it is', async (t) => {
  const used = { hour: 0, day: 0, month: 0 }
  t.match(headersOf(FREE, used, Date.UTC(2028, 1, 29))['RateLimit-Policy'], /"month";q=31000;w=2505600$/)
  t.match(headersOf(FREE, used, Date.UTC(2026, 0, 31))['RateLimit-Policy'], /"month";q=31000;w=2678400$/)
})

t.test('a refusal waits until the last of the full windows opens', async (t) => {
  t.equal(headersOf(FREE, { hour: 100, day: 100, month: 100 }, NOW, true)['Retry-After'], '1800')
  t.equal(
    headersOf(FREE, { hour: 100, day: 1_000, month: 1_000 }, NOW, true)['Retry-After'],
    String(13.5 * 3_600),
  )
  t.equal(
    headersOf(FREE, { hour: 3, day: 3, month: 31_000 }, NOW, true)['Retry-After'],
    String(9 * 86_400 + 13.5 * 3_600),
  )
})

t.test('Retry-After is at least one second and rounded up', async (t) => {
  const used = { hour: 100, day: 100, month: 100 }
  t.equal(headersOf(FREE, used, HOUR_END * 1000 - 1, true)['Retry-After'], '1')
  t.equal(headersOf(FREE, used, HOUR_END * 1000 - 1_001, true)['Retry-After'], '2')
})

t.test('an admitted answer has no Retry-After', async (t) => {
  t.notOk('Retry-After' in headersOf(FREE, { hour: 100, day: 100, month: 100 }, NOW))
})

t.test('units charged together wait until every window has room for all of them', (t) => {
  const used = { hour: 95, day: 995, month: 1_000 }
  const charge = { allowed: false, used, at: NOW }
  const refused = rateHeaders(FREE, charge, 6)
  t.equal(
    refused['Retry-After'],
    String(DAY_END - Math.floor(NOW / 1000)),
    'the day is full for longer than the hour',
  )
  t.match(
    usedUp(FREE, charge, 6),
    /^6 requests are charged together, and this key has 5 of 1000 left for this day/,
  )
  t.end()
})

t.test('units that exceed a limit altogether are told so', (t) => {
  const charge = { allowed: false, used: { hour: 0, day: 0, month: 0 }, at: NOW }
  t.equal(usedUp(FREE, charge, 101), '101 requests together exceed the 100 that this key may make per hour')
  t.end()
})
