/**
 * The plans on sale and the limits a key really has.
 * Guarantees: every limit is a true integer; "unlimited" is what the narrower window lets through.
 */
import type { KeyRecord, Limits, PlanName } from './ports.js'

/** `day` null: no daily limit of its own; `waiting`: how many large questions of one key may wait at a time. */
export const PLANS = Object.freeze({
  free: Object.freeze({ hour: 100, day: 1_000, waiting: 8 }),
  standard: Object.freeze({ hour: 1_000, day: 10_000, waiting: 32 }),
  premium: Object.freeze({ hour: 10_000, day: null, waiting: 128 }),
})

export const PLAN_NAMES = Object.keys(PLANS) as readonly PlanName[]

const HOURS_A_DAY = 24
const DAYS_A_MONTH = 31

/** The largest limit a key can be given for one window: what follows from it still fits an HTTP structured integer. */
export const LARGEST_LIMIT = 1_000_000_000

/**
 * Requests per hour, day and month. An override replaces the plan's figure, and what the plan does not fix
 * follows from the narrower window: an unlimited day is 24 hours' worth, a month is 31 days' worth.
 */
export function limitsOf(key: Pick<KeyRecord, 'plan' | 'limits'>): Limits {
  const plan = PLANS[key.plan]
  const hour = key.limits.hour ?? plan.hour
  const day = key.limits.day ?? plan.day ?? HOURS_A_DAY * hour
  return { hour, day, month: key.limits.month ?? DAYS_A_MONTH * day }
}
