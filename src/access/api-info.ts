/**
 * The answer of GET /coats/api-info: limits and usage of the calling key.
 * Guarantees: exactly the fourteen fields of the contract, from an explicit list.
 */
import { effectiveEndpoints } from './endpoints.js'
import { limitsOf } from './plan.js'
import type { KeyRecord, Usage } from './ports.js'

/** The contract fixes these three; `allowed_endpoints` lists everything the key may call. */
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

/** @param now time of the call in Unix milliseconds, which is the key's last use */
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

/** A time (Unix milliseconds) as `YYYY-MM-DD HH:MM:SS`, UTC. */
export function utcText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ')
}
