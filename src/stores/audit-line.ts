/**
 * One audit event as one line of JSON, the same in every store.
 * Guarantees: only the listed fields; the moment in ISO 8601, UTC.
 * Leaves to others: keeping the line.
 */
import type { AuditEvent } from '../access/ports.js'

/** `at` is Unix milliseconds; what an event does not have is left out. */
export function auditLine(event: AuditEvent, at: number): string {
  const { keyId, keyIds, actor, changes, before, after } = event
  const time = new Date(at).toISOString()
  return JSON.stringify({
    time,
    actor,
    event: event.event,
    key_id: keyId,
    key_ids: keyIds,
    changes,
    before,
    after,
  })
}
