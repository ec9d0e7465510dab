/**
 * One audit event as one line of JSON, the same in every store.
 * Guarantees: only the listed fields; the moment in ISO 8601, UTC.
 * Leaves to others: keeping the line.
 */
import type { AuditEvent } from '../access/ports.js'

/** `at` is Unix milliseconds; `before` and `after` are fingerprints and left out when absent. */
export function auditLine({ event, keyId, actor, before, after }: AuditEvent, at: number): string {
  return JSON.stringify({ time: new Date(at).toISOString(), actor, event, key_id: keyId, before, after })
}
