/**
 * Changing what a key is called, what it may do, and whether it works at all.
 * Guarantees: what is not named stays; a change and its audit line are one step; a change that changes
 * nothing leaves no line; a revoked key never comes back. What cannot be done is a KeyRefusal.
 */
import { auditOf, changesBetween, type Changes } from './audit-event.js'
import { KeyRefusal } from './key-refusal.js'
import type { KeyRecord, KeyStatus, Limits, Store } from '../ports.js'

type Replaced = 'name' | 'note' | 'plan' | 'expiresAt' | 'allowedEndpoints' | 'allowedIps'

/** What is to become different. */
export interface Wish extends Partial<Pick<KeyRecord, Replaced>> {
  /** Window by window; null: as the plan has it. */
  readonly limits?: { readonly [Window in keyof Limits]?: number | null }
}

/** Returns the record afterwards and what of it changed. */
export async function changeKey(
  store: Pick<Store, 'keys'>,
  id: number,
  wish: Wish,
  actor: string,
): Promise<{ readonly record: KeyRecord; readonly changes: Changes }> {
  let changes: Changes = {}
  const record = await store.keys.change(id, (before) => {
    const { limits, ...replaced } = wish
    const after = { ...replaced, limits: mergedLimits(before.limits, limits ?? {}) }
    const whole = { ...before, ...after }
    changes = changesBetween(before, whole)
    if (Object.keys(changes).length === 0) return undefined
    return { after, audit: auditOf('key.changed', actor, before, whole) }
  })
  if (record === undefined) throw new KeyRefusal(id, 'unknown')
  return { record, changes }
}

/** Limits of a key's own, once the wish is fulfilled. */
export function mergedLimits(before: Partial<Limits>, wish: NonNullable<Wish['limits']>): Partial<Limits> {
  const merged = Object.entries({ ...before, ...wish }).filter(([, limit]) => limit !== null)
  return Object.fromEntries(merged)
}

/** Moves a key to another status. What is so already stays so, unaudited; `revoked` is for ever. */
export async function changeStatus(
  store: Pick<Store, 'keys'>,
  id: number,
  status: KeyStatus,
  actor: string,
): Promise<{ readonly record: KeyRecord; readonly isChanged: boolean }> {
  let isChanged = false
  const record = await store.keys.change(id, (before) => {
    isChanged = before.status !== status
    if (!isChanged) return undefined
    if (before.status === 'revoked') throw new KeyRefusal(id, 'revoked')
    return { after: { status }, audit: auditOf(EVENTS[status], actor, before, { ...before, status }) }
  })
  if (record === undefined) throw new KeyRefusal(id, 'unknown')
  return { record, isChanged }
}

const EVENTS: Readonly<Record<KeyStatus, string>> = {
  active: 'key.resumed',
  suspended: 'key.suspended',
  revoked: 'key.revoked',
}
