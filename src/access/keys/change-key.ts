/**
 * Changes the name, permissions, limits or status of a key.
 * Guarantees: other fields stay; a change and its audit line are atomic; a change without effect writes no line; a revoked key stays
 * revoked. Throws KeyRefusal for an impossible change.
 */
import { auditOf, type Changes } from './audit-event.js'
import type { KeyRecord, KeyStatus, Limits, Store } from '../ports.js'

/** Maximum number of valid secrets of one key. More indicate a runaway script. */
export const MAX_SECRETS = 5

const REASONS = {
  unknown: (id: number) => `there is no key ${id}`,
  revoked: (id: number) => `key ${id} is revoked, which is for good: create a new key`,
  crowded: (id: number) =>
    `key ${id} has ${MAX_SECRETS} valid secrets: wait until an old one expires, or use --overlap 0`,
}

/** Why a key cannot be changed, in one sentence. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal'

  constructor(id: number, why: keyof typeof REASONS) {
    super(REASONS[why](id))
  }
}

/** Replaces fields of a key. Returns the new record and the changes. Throws KeyRefusal for an unknown key. */
export async function alterKey(
  store: Pick<Store, 'keys'>,
  id: number,
  event: string,
  actor: string,
  alter: (before: KeyRecord) => Partial<KeyRecord>,
): Promise<{ readonly record: KeyRecord; readonly changes: Changes }> {
  let changes: Changes = {}
  const record = await store.keys.change(id, (before) => {
    const after = alter(before)
    const audit = auditOf(event, actor, before, { ...before, ...after })
    changes = audit.changes
    return audit.before === audit.after ? undefined : { after, audit }
  })
  if (record === undefined) throw new KeyRefusal(id, 'unknown')
  return { record, changes }
}

type Replaced = 'name' | 'note' | 'plan' | 'expiresAt' | 'allowedEndpoints' | 'allowedIps'

/** The fields to change. */
export interface Wish extends Partial<Pick<KeyRecord, Replaced>> {
  /** By window; null resets to the plan's limit. */
  readonly limits?: { readonly [Window in keyof Limits]?: number | null }
}

export function changeKey(
  store: Pick<Store, 'keys'>,
  id: number,
  { limits = {}, ...replaced }: Wish,
  actor: string,
): ReturnType<typeof alterKey> {
  return alterKey(store, id, 'key.changed', actor, (before) => ({
    ...replaced,
    limits: mergedLimits(before.limits, limits),
  }))
}

/** The key's overrides after applying the change. */
export function mergedLimits(before: Partial<Limits>, wish: NonNullable<Wish['limits']>): Partial<Limits> {
  const merged = Object.entries({ ...before, ...wish }).filter(([, limit]) => limit !== null)
  return Object.fromEntries(merged)
}

const EVENTS: Readonly<Record<KeyStatus, string>> = {
  active: 'key.resumed',
  suspended: 'key.suspended',
  revoked: 'key.revoked',
}

/** Changes the status of a key; `revoked` is permanent. */
export async function changeStatus(
  store: Pick<Store, 'keys'>,
  id: number,
  status: KeyStatus,
  actor: string,
): Promise<{ readonly record: KeyRecord; readonly isChanged: boolean }> {
  const { record, changes } = await alterKey(store, id, EVENTS[status], actor, (before) => {
    if (before.status === 'revoked' && status !== 'revoked') throw new KeyRefusal(id, 'revoked')
    return { status }
  })
  return { record, isChanged: 'status' in changes }
}
