/**
 * What the audit says of a key: which fields changed, from what to what, and a fingerprint of the whole.
 * Guarantees: no secret and no digest; of secrets it says how many there are and when they end.
 */
import { digestOf } from '../key.js'
import type { AuditEvent, KeyRecord } from '../ports.js'

export type Changes = NonNullable<AuditEvent['changes']>

/**
 * An event of one key. `before` is undefined for a key that is new. `changes` has the fields that differ, by the names that
 * `--json` gives them.
 */
export function auditOf(
  event: string,
  actor: string,
  before: KeyRecord | undefined,
  after: KeyRecord,
): AuditEvent & { readonly changes: Changes } {
  const from = before === undefined ? {} : shownFields(before)
  const changed = Object.entries(shownFields(after)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(from[field] ?? null),
  )
  return {
    event,
    keyId: after.id,
    actor,
    changes: Object.fromEntries(changed.map(([field, to]) => [field, { from: from[field] ?? null, to }])),
    ...(before && { before: fingerprint(before) }),
    after: fingerprint(after),
  }
}

function shownFields(key: KeyRecord): Readonly<Record<string, unknown>> {
  const { name, note, label, plan, limits, status, expiresAt, allowedEndpoints, allowedIps, secrets } = key
  return {
    name,
    note,
    label,
    plan,
    limit_hour: limits.hour ?? null,
    limit_day: limits.day ?? null,
    limit_month: limits.month ?? null,
    status,
    expires_at: momentText(expiresAt),
    allowed_endpoints: allowedEndpoints,
    allowed_ips: allowedIps,
    secrets: secrets.map((secret) => ({ accepted_until: momentText(secret.expiresAt) })),
  }
}

/** ISO 8601. */
export function momentText(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}

/** Shows any change, that of a secret included, without showing what a secret's digest is. */
function fingerprint(key: KeyRecord): string {
  const digests = key.secrets.map(({ digest }) => digest)
  return digestOf(JSON.stringify([shownFields(key), key.createdAt, digests]))
}
