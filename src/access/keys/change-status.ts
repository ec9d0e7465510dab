/**
 * Suspending, resuming and revoking a key.
 * Guarantees: every change leaves one audit line; a revoked key never comes back.
 */
import { auditOf } from './audit-event.js'
import type { KeyRecord, KeyStatus, Store } from '../ports.js'

export type StatusChange =
  | { readonly outcome: 'changed' | 'unchanged'; readonly record: KeyRecord }
  | { readonly outcome: 'unknown' | 'revoked' }

/** Moves a key to another status. What is so already stays so, unaudited; `revoked` is for ever. */
export async function changeStatus(
  store: Pick<Store, 'keys'>,
  id: number,
  status: KeyStatus,
  actor: string,
): Promise<StatusChange> {
  let outcome = 'changed' as 'changed' | 'unchanged' | 'revoked'
  const record = await store.keys.change(id, (before) => {
    outcome = before.status === status ? 'unchanged' : before.status === 'revoked' ? 'revoked' : 'changed'
    if (outcome !== 'changed') return undefined
    return { after: { status }, audit: auditOf(EVENTS[status], actor, before, { ...before, status }) }
  })
  if (record === undefined) return { outcome: 'unknown' }
  return outcome === 'revoked' ? { outcome } : { outcome, record }
}

const EVENTS: Readonly<Record<KeyStatus, string>> = {
  active: 'key.resumed',
  suspended: 'key.suspended',
  revoked: 'key.revoked',
}
