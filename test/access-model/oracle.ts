/**
 * The truth about keys and calls, as plainly as it can be said: a list of keys, a list of admitted calls.
 * Guarantees: shares no code with what is judged; windows are prefixes of the moment's text.
 */
import type { Limits } from '../../src/access/ports.js'

export interface TrueKey {
  status: 'active' | 'suspended' | 'revoked'
  limits: Limits
  endpoints: readonly string[] | null
  /** null: any address; else what an address must begin with. */
  addresses: string | null
  expires: number
  /** Each secret that was ever given out, with its end. */
  readonly secrets: Map<string, number>
}

const PREFIX = { hour: 13, day: 10, month: 7 }
const text = (moment: number, window: keyof Limits) => new Date(moment).toISOString().slice(0, PREFIX[window])

export function createOracle() {
  const keys: TrueKey[] = []
  const calls: { readonly key: number; readonly at: number }[] = []
  const count = (key: number, window: keyof Limits, now: number) =>
    calls.filter((call) => call.key === key && text(call.at, window) === text(now, window)).length
  const used = (key: number, now: number): Limits => ({
    hour: count(key, 'hour', now),
    day: count(key, 'day', now),
    month: count(key, 'month', now),
  })
  return {
    keys,
    calls,
    used,
    /** What a call is told; an admitted one is counted. */
    call(secret: string, endpoint: string, address: string, now: number): string {
      const number = keys.findIndex((key) => now < (key.secrets.get(secret) ?? -1))
      const key = keys[number]
      if (key === undefined || key.status === 'revoked') return 'AUTH_INVALID_KEY'
      if (key.status === 'suspended') return 'AUTH_KEY_SUSPENDED'
      if (now >= key.expires || !address.startsWith(key.addresses ?? '')) return 'AUTH_ACCESS_DENIED'
      if (endpoint === 'coats.api-info') return 'free'
      if (!(key.endpoints ?? [endpoint]).includes(endpoint)) return 'AUTH_ACCESS_DENIED'
      const before = used(number, now)
      const { hour, day, month } = key.limits
      if (before.hour >= hour || before.day >= day || before.month >= month) return 'RATE_LIMIT_EXCEEDED'
      calls.push({ key: number, at: now })
      return 'admitted'
    },
  }
}
