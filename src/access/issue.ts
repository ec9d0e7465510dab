/**
 * Issuing a key and changing its standing: the one way, for the command line and for a server's first start.
 * Guarantees: a secret is returned once and never kept; every change leaves one audit line; a revoked key
 * never comes back.
 * Leaves to others: reading options (commands/) and keeping records (stores/).
 */
import type { KeyLabel } from './key.js'
import { digestOf, generateKey } from './key.js'
import type { Clock, KeyRecord, KeyStatus, Limits, PlanName, Store } from './ports.js'

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
  /** Who asked, for the audit. */
  readonly actor: string
}

type KeyDoors = Pick<Store, 'keys' | 'audit'>

/** Makes a key. `secret` exists nowhere else from now on. The request is taken as checked. */
export async function createKey(
  store: KeyDoors,
  request: KeyRequest,
  clock: Clock,
): Promise<{ readonly record: KeyRecord; readonly secret: string }> {
  const secret = generateKey(request.label ?? 'live')
  const record = await store.keys.create({
    name: request.name,
    plan: request.plan,
    limits: request.limits ?? {},
    status: 'active',
    createdAt: clock.now(),
    expiresAt: null,
    allowedEndpoints: request.endpoints ?? null,
    allowedIps: request.ips ?? [],
    digests: [digestOf(secret)],
  })
  await store.audit.record({
    event: 'key.created',
    keyId: record.id,
    actor: request.actor,
    after: stateOf(record),
  })
  return { record, secret }
}

export type StatusChange =
  | { readonly outcome: 'changed' | 'unchanged'; readonly record: KeyRecord }
  | { readonly outcome: 'unknown' | 'revoked' }

/** Moves a key to another status. What is so already stays so, unaudited; `revoked` is for ever. */
export async function changeStatus(
  store: KeyDoors,
  id: number,
  status: KeyStatus,
  actor: string,
): Promise<StatusChange> {
  const before = await store.keys.get(id)
  if (before === undefined) return { outcome: 'unknown' }
  if (before.status === status) return { outcome: 'unchanged', record: before }
  if (before.status === 'revoked') return { outcome: 'revoked' }
  const record = await store.keys.update(id, { status })
  if (record === undefined) return { outcome: 'unknown' }
  const event = EVENTS[status]
  await store.audit.record({ event, keyId: id, actor, before: stateOf(before), after: stateOf(record) })
  return { outcome: 'changed', record }
}

const EVENTS: Readonly<Record<KeyStatus, string>> = {
  active: 'key.resumed',
  suspended: 'key.suspended',
  revoked: 'key.revoked',
}

/** A fingerprint of what a key may do, so that an audit shows any change without showing a secret's digest. */
function stateOf(key: KeyRecord): string {
  const { name, plan, limits, status, createdAt, expiresAt, allowedEndpoints, allowedIps, digests } = key
  const state = [name, plan, limits, status, createdAt, expiresAt, allowedEndpoints, allowedIps, digests]
  return digestOf(JSON.stringify(state))
}
