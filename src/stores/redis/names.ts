/**
 * All Redis keys of the store with their content.
 * Guarantees: all start with `robe:`, so that the database can be shared.
 */
import type { WindowName } from '../../access/window.js'

/** Version of the layout described here; incremented with every change. */
export const LAYOUT = 1

export const NAMES = Object.freeze({
  /** String: the layout and a random identity, which distinguishes this database from others and from an emptied one. */
  identity: 'robe:identity',
  /** Hash: key id → record as JSON. */
  keys: 'robe:keys',
  /** Hash: digest of a secret → key id; secrets of revoked keys included. */
  secrets: 'robe:secrets',
  /** List: audit lines, oldest first. */
  audit: 'robe:audit',
  /** Sorted set: key id by the version at which it last changed. */
  changed: 'robe:changed',
  /** Number: incremented with every changed key. */
  version: 'robe:version',
  /** Number: the highest key id assigned so far. */
  lastId: 'robe:last-id',
  /** String: written by each probe, to check whether Redis accepts writes; expires after a second. */
  trial: 'robe:trial',
})

/** Hash: `hour:<start>` → count. Expires a day after the last hour in it. */
export function hoursOf(keyId: number | string): string {
  return `robe:hours:${keyId}`
}

/**
 * Hash: `day:<start>`, `month:<start>` → count; `outage-day:<start>`, `outage-month:<start>` → count of calls served while Redis
 * was unavailable; `charged`, `latest` → time of the last charge and of the last call.
 */
export function usageOf(keyId: number | string): string {
  return `robe:usage:${keyId}`
}

/** The field of a window in these hashes. */
export function fieldOf(window: WindowName, start: number): string {
  return `${window}:${start}`
}

/** Hash: the counts that one process has added after outages. Expires two months after the last one. */
export function settledBy(process: string): string {
  return `robe:settled:${process}`
}

/** String: `running <digest>` or `done <digest>` of the body sent with this idempotency key. Expires after a day, or when abandoned. */
export function claimOf(keyId: number, name: string): string {
  return `robe:claim:${keyId}:${name}`
}

/** Hash: idempotency key → the answer given. Expires a day after the last one. */
export function answersOf(keyId: number): string {
  return `robe:answers:${keyId}`
}

/** List: the idempotency keys in `answersOf`, oldest first. Expires with it. */
export function answerOrderOf(keyId: number): string {
  return `robe:answer-order:${keyId}`
}
