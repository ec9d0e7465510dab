/**
 * What is written down of a store's events and counts as text, the same in every store.
 */
import type { AuditEvent, LedgerRow } from '../access/ports.js'

/** One audit event as one line of JSON. `at` is Unix milliseconds; what an event does not have is left out. */
export function auditLine(event: AuditEvent, at: number): string {
  return JSON.stringify({
    time: new Date(at).toISOString(),
    actor: event.actor,
    event: event.event,
    key_id: event.keyId,
    key_ids: event.keyIds,
    changes: event.changes,
    before: event.before,
    after: event.after,
  })
}

/** A count as it stands in a log line, when nothing better can keep it. */
export function countText({ window, start, count }: Omit<LedgerRow, 'keyId'>): string {
  return `${window} ${new Date(start).toISOString()} ${count}`
}
