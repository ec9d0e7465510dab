/**
 * Issuing a key and changing its standing: the one way, for the command line and for a server's first start.
 * Guarantees: a secret is returned once and never kept; every change leaves one audit line; a revoked key
 * never comes back.
 * Leaves to others: reading options (commands/) and keeping records (stores/).
 */
import { auditOf } from './audit-event.js'
import { digestOf, generateKey } from './key.js'
import type { Clock, KeyLabel, KeyRecord, KeyStatus, Limits, PlanName, Store } from './ports.js'

export interface KeyRequest {
  readonly name: string
  readonly plan: PlanName
  /** Default `live`. */
  readonly label?: KeyLabel
  readonly limits?: Partial<Limits>
  /** Absent: every endpoint. */
  readonly endpoints?: readonly string[]
  /** Absent: every address. */
  readonly ips?: readonly string[]
  /** Unix milliseconds. Absent: never. */
  readonly expiresAt?: number | null
  readonly note?: string
  /** Who asked, for the audit. */
  readonly actor: string
}

/** Makes a key. `secret` exists nowhere else from now on. The request is taken as checked. */
export async function createKey(
  store: Pick<Store, 'keys'>,
  request: KeyRequest,
  clock: Clock,
): Promise<{ readonly record: KeyRecord; readonly secret: string }> {
  const label = request.label ?? 'live'
  const secret = generateKey(label)
  const record = await store.keys.create(
    {
      name: request.name,
      note: request.note ?? '',
      label,
      plan: request.plan,
      limits: request.limits ?? {},
      status: 'active',
      createdAt: clock.now(),
      expiresAt: request.expiresAt ?? null,
      allowedEndpoints: request.endpoints ?? null,
      allowedIps: request.ips ?? [],
      secrets: [{ digest: digestOf(secret), expiresAt: null }],
    },
    (made) => auditOf('key.created', request.actor, undefined, made),
  )
  return { record, secret }
}

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
