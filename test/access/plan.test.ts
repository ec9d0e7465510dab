/**
 * Limits of plans and of keys with limits of their own.
 */
import t from 'tap'
import { LARGEST_LIMIT, limitsOf } from '../../src/access/plan.js'

t.test('the plans have the limits on sale, and a month is 31 days of them', async (t) => {
  t.same(limitsOf({ plan: 'free', limits: {} }), { hour: 100, day: 1_000, month: 31_000 })
  t.same(limitsOf({ plan: 'standard', limits: {} }), { hour: 1_000, day: 10_000, month: 310_000 })
  t.same(limitsOf({ plan: 'premium', limits: {} }), { hour: 10_000, day: 240_000, month: 7_440_000 })
})

t.test('an override implies what the plan leaves open', async (t) => {
  t.same(limitsOf({ plan: 'premium', limits: { hour: 50 } }), { hour: 50, day: 1_200, month: 37_200 })
  t.same(limitsOf({ plan: 'premium', limits: { day: 7 } }), { hour: 10_000, day: 7, month: 217 })
  t.same(limitsOf({ plan: 'free', limits: { hour: 500 } }), { hour: 500, day: 1_000, month: 31_000 })
  t.same(limitsOf({ plan: 'free', limits: { day: 5 } }), { hour: 100, day: 5, month: 155 })
  t.same(limitsOf({ plan: 'free', limits: { month: 9 } }), { hour: 100, day: 1_000, month: 9 })
  t.same(limitsOf({ plan: 'standard', limits: { hour: 1, day: 2, month: 3 } }), { hour: 1, day: 2, month: 3 })
})

t.test('the largest override still implies integers that a structured header can carry', async (t) => {
  t.ok(limitsOf({ plan: 'premium', limits: { hour: LARGEST_LIMIT } }).month <= 999_999_999_999_999)
})
