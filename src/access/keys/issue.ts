/**
 * Issuing a key: the one way, for the command line and for a server's first start.
 * Guarantees: a secret is returned once and never kept; the key and its audit line are one step.
 */
import { auditOf } from './audit-event.js'
import { digestOf, generateKey } from '../key.js'
import type { Clock, KeyLabel, KeyRecord, Limits, PlanName, Store } from '../ports.js'

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
