/**
 * How a key is shown on a terminal and as JSON.
 * Guarantees: the JSON fields are stable and in snake_case; times are UTC; no digest and no secret is shown.
 */
import { utcText } from '../../access/api-info.js'
import { effectiveEndpoints } from '../../access/endpoints.js'
import { limitsOf } from '../../access/plan.js'
import type { KeyRecord, Limits, Store, Usage } from '../../access/ports.js'
import { WINDOWS } from '../../access/window.js'
import { aligned } from '../terminal.js'

export interface KeyJson {
  readonly key_id: number
  readonly name: string
  /** Empty: none. */
  readonly note: string
  readonly label: string
  readonly plan: string
  readonly status: string
  /** UTC, `YYYY-MM-DD HH:MM:SS`, as all moments. */
  readonly created_at: string
  /** null: never used. */
  readonly last_used_at: string | null
  /** The moment from which it is refused; null: never. */
  readonly expires_at: string | null
  /** Requests per window, overrides included. */
  readonly limits: Limits
  /** Those of them that are the key's own and not its plan's. */
  readonly own_limits: Partial<Limits>
  readonly allowed_endpoints: readonly string[]
  /** Empty: any address. */
  readonly allowed_ips: readonly string[]
  /** Secrets that still work, the newest first; null: until the key ends. */
  readonly secrets: readonly { readonly accepted_until: string | null }[]
  /** Requests counted in the present windows. */
  readonly usage: Usage
}

export function keyJson(key: KeyRecord, usage: Usage, now: number = Date.now()): KeyJson {
  return {
    key_id: key.id,
    name: key.name,
    note: key.note,
    label: key.label,
    plan: key.plan,
    status: key.status,
    created_at: utcText(key.createdAt),
    last_used_at: momentText(key.lastUsedAt),
    expires_at: momentText(key.expiresAt),
    limits: limitsOf(key),
    own_limits: key.limits,
    allowed_endpoints: effectiveEndpoints(key.allowedEndpoints),
    allowed_ips: key.allowedIps,
    secrets: key.secrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map(({ expiresAt }) => ({ accepted_until: momentText(expiresAt) })),
    usage,
  }
}

/** A key as JSON with what it has used by now. */
export async function keyJsonOf(store: Store, key: KeyRecord): Promise<KeyJson> {
  return keyJson(key, await store.counters.usage(key.id))
}

/** `active`, `suspended`, `revoked`, or `expired` for what would be active otherwise. */
export function standingOf(key: KeyRecord, now: number = Date.now()): string {
  return key.status === 'active' && key.expiresAt !== null && key.expiresAt <= now ? 'expired' : key.status
}

/** One line a field. */
export function keyText(key: KeyRecord, usage: Usage): string {
  const json = keyJson(key, usage)
  const utc = (moment: string | null): string => (moment === null ? 'never' : `${moment} UTC`)
  const ends = json.secrets.map(({ accepted_until }) => accepted_until).filter((end) => end !== null)
  return aligned([
    ['key', String(key.id)],
    ['name', key.name],
    ...(key.note === '' ? [] : [['note', key.note]]),
    ['plan', key.plan],
    ['label', key.label],
    ['status', standingOf(key)],
    ['created', utc(json.created_at)],
    ['last used', utc(json.last_used_at)],
    ['expires', utc(json.expires_at)],
    ...WINDOWS.map((window) => {
      const own = key.limits[window] === undefined ? '' : ' (its own limit)'
      return [`this ${window}`, `${usage[window]} of ${json.limits[window]}${own}`]
    }),
    ['endpoints', json.allowed_endpoints.join(', ')],
    ['addresses', key.allowedIps.length === 0 ? 'any' : key.allowedIps.join(', ')],
    ...ends.map((end) => ['old secret', `works until ${utc(end)}`]),
  ])
}

/** `1 key`, `2 keys` */
export function keysText(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`
}

function momentText(moment: number | null): string | null {
  return moment === null ? null : utcText(moment)
}
