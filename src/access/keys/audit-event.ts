/**
 * Audit events of keys: the changed fields with old and new values, and fingerprints of the record.
 * Guarantees: contains no secret or digest, only the number of secrets and their expiry.
 */
import { digestOf } from '../key.js'
import type { AuditEvent, KeyRecord } from '../ports.js'

export type Changes = NonNullable<AuditEvent['changes']>

/**
 * An event of one key. `before` is undefined for a new key. `changes` has the fields that differ, named as in `--json` output.
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

/** A digest that changes with any field, including secrets, without revealing their digests. */
function fingerprint(key: KeyRecord): string {
  const digests = key.secrets.map(({ digest }) => digest)
  return digestOf(JSON.stringify([shownFields(key), key.createdAt, digests]))
}
