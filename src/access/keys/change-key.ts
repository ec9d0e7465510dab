/**
 * Changing a key: what it is called, what it may do, whether it works at all.
 * Guarantees: what is not named stays; a change and its audit line are one step; a change that changes
 * nothing leaves no line; a revoked key never comes back. What cannot be done is a KeyRefusal.
 */
import { auditOf, type Changes } from './audit-event.js'
import type { KeyRecord, KeyStatus, Limits, Store } from '../ports.js'

/** So many secrets can work at a time: more is a script that has run away. */
export const MAX_SECRETS = 5

const REASONS = {
  unknown: (id: number) => `there is no key ${id}`,
  revoked: (id: number) => `key ${id} is revoked, which is for good: make a new key`,
  crowded: (id: number) =>
    `key ${id} has ${MAX_SECRETS} secrets that still work: wait for an old one to end, or use --overlap 0`,
}

/** Why something cannot be done with a key: for whoever asked for it, in one sentence. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal'

  constructor(id: number, why: keyof typeof REASONS) {
    super(REASONS[why](id))
  }
}

/** Replaces fields of a key. Returns the record afterwards and what of it changed. */
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

/** What is to become different. */
export interface Wish extends Partial<Pick<KeyRecord, Replaced>> {
  /** Window by window; null: as the plan has it. */
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

/** Limits of a key's own, once the wish is fulfilled. */
export function mergedLimits(before: Partial<Limits>, wish: NonNullable<Wish['limits']>): Partial<Limits> {
  const merged = Object.entries({ ...before, ...wish }).filter(([, limit]) => limit !== null)
  return Object.fromEntries(merged)
}

const EVENTS: Readonly<Record<KeyStatus, string>> = {
  active: 'key.resumed',
  suspended: 'key.suspended',
  revoked: 'key.revoked',
}

/** Moves a key to another status; `revoked` is for ever. */
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
