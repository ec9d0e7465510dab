/**
 * Shows a key as text and as JSON.
 * Guarantees: the JSON fields are stable and in snake_case; times are UTC; digests and secrets are never shown.
 */
import { utcText } from '../../access/api-info.js'
import { effectiveEndpoints } from '../../access/endpoints.js'
import { ENDPOINTS } from '../../operations/registry.js'
import { limitsOf } from '../../access/plan.js'
import type { AdminStore, KeyRecord } from '../../access/ports.js'
import { WINDOWS } from '../../access/window.js'
import { aligned } from '../terminal.js'

/** Times are UTC, `YYYY-MM-DD HH:MM:SS`; null: never. */
export type KeyJson = Awaited<ReturnType<typeof keyJson>>

/** A key with the requests counted in the current windows. */
export async function keyJson(store: AdminStore, key: KeyRecord) {
  const now = Date.now()
  return {
    key_id: key.id,
    name: key.name,
    /** Empty: none. */
    note: key.note,
    label: key.label,
    plan: key.plan,
    status: key.status,
    created_at: utcText(key.createdAt),
    last_used_at: momentText(key.lastUsedAt),
    /** The key is refused from this time on. */
    expires_at: momentText(key.expiresAt),
    /** Requests per window, including the key's own limits. */
    limits: limitsOf(key),
    /** Limits of this key that override its plan's. */
    own_limits: key.limits,
    allowed_endpoints: effectiveEndpoints(ENDPOINTS, key.allowedEndpoints),
    /** Empty: any address. */
    allowed_ips: key.allowedIps,
    /** Valid secrets, newest first; null: valid until the key expires. */
    secrets: key.secrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map(({ expiresAt }) => ({ accepted_until: momentText(expiresAt) })),
    usage: await store.counters.usage(key.id),
  }
}

/** `active`, `suspended` or `revoked`; `expired` if the key would otherwise be active. */
export function standingOf({ status, expiresAt }: KeyRecord): string {
  return status === 'active' && expiresAt !== null && expiresAt <= Date.now() ? 'expired' : status
}

export function keyText(key: KeyRecord, json: KeyJson): string {
  const utc = (moment: string | null): string => (moment === null ? 'never' : `${moment} UTC`)
  const expiries = json.secrets.map(({ accepted_until }) => accepted_until).filter((end) => end !== null)
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
      return [`this ${window}`, `${json.usage[window]} of ${json.limits[window]}${own}`]
    }),
    ['endpoints', json.allowed_endpoints.join(', ')],
    ['addresses', key.allowedIps.length === 0 ? 'any' : key.allowedIps.join(', ')],
    ...expiries.map((end) => ['old secret', `works until ${utc(end)}`]),
  ])
}

function momentText(moment: number | null): string | null {
  return moment === null ? null : utcText(moment)
}
