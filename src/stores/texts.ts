/**
 * What is written down of a store's events and counts as text, the same in every store.
 */
import type { AuditEvent, LedgerRow } from '../access/ports.js'

/** One audit event as one line of JSON. `at` is Unix milliseconds; what an event does not have is left out. */
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

/** A count as it stands in a log line, when nothing better can keep it. */
export function countText({ window, start, count }: Omit<LedgerRow, 'keyId'>): string {
  return `${window} ${new Date(start).toISOString()} ${count}`
}
