/**
 * The plans and the effective limits of a key.
 * Guarantees: every limit is a finite integer; an unlimited window gets what the narrower window allows.
 */
import type { KeyRecord, Limits, PlanName } from './ports.js'

/** `day` null: no separate daily limit; `waiting`: maximum number of waiting large questions of one key. */
export const PLANS = Object.freeze({
  free: Object.freeze({ hour: 100, day: 1_000, waiting: 8 }),
  standard: Object.freeze({ hour: 1_000, day: 10_000, waiting: 32 }),
  premium: Object.freeze({ hour: 10_000, day: null, waiting: 128 }),
})

export const PLAN_NAMES = Object.keys(PLANS) as readonly PlanName[]

const HOURS_A_DAY = 24
const DAYS_A_MONTH = 31

/** The largest configurable limit. Limits derived from it still fit an HTTP structured integer. */
export const LARGEST_LIMIT = 1_000_000_000

/**
 * Requests per hour, day and month. An override replaces the plan's value. Values that the plan leaves open follow from the narrower
 * window: 24 hours' worth per day, 31 days' worth per month.
 */
export function limitsOf(key: Pick<KeyRecord, 'plan' | 'limits'>): Limits {
  const plan = PLANS[key.plan]
  const hour = key.limits.hour ?? plan.hour
  const day = key.limits.day ?? plan.day ?? HOURS_A_DAY * hour
  return { hour, day, month: key.limits.month ?? DAYS_A_MONTH * day }
}
