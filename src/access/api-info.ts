/**
 * What a key reads about itself: the answer of GET /coats/api-info.
 * Guarantees: exactly the fourteen fields of the contract, from an explicit list, of the calling key only.
 */
import { effectiveEndpoints } from './endpoints.js'
import { limitsOf } from './plan.js'
import type { KeyRecord, Usage } from './ports.js'

/** These three, by the contract; all that a key may call stands in `allowed_endpoints`. */
const OPERATIONS = Object.freeze({
  calculate_coat: '/coats/result (POST)',
  calculate_offspring: '/coats/generateChild (POST)',
  api_info: '/coats/api-info (GET)',
})

export interface ServiceFacts {
  /** Identifiers of all endpoints. */
  readonly endpoints: readonly string[]
  /** The service's own address, with or without a slash at its end. */
  readonly publicUrl: string
}

/** @param now when the call was made, Unix milliseconds: the key's latest use */
export function apiInfo(key: KeyRecord, usage: Usage, { endpoints, publicUrl }: ServiceFacts, now: number) {
  const limits = limitsOf(key)
  return {
    authenticated: true,
    type: 'api_key' as const,
    key_name: key.name,
    key_id: key.id,
    daily_limit: limits.day,
    monthly_limit: limits.month,
    daily_usage: usage.day,
    monthly_usage: usage.month,
    created_at: utcText(key.createdAt),
    last_used_at: utcText(now),
    endpoints: OPERATIONS,
    allowed_endpoints: effectiveEndpoints(endpoints, key.allowedEndpoints),
    allowed_ips: key.allowedIps,
    documentation: `${publicUrl.replace(/\/+$/, '')}/docs`,
  }
}

/** A moment (Unix milliseconds) as `YYYY-MM-DD HH:MM:SS`, UTC. */
export function utcText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ')
}
