/**
 * The Redis keys of the store: all of them, each with what it holds.
 * Guarantees: everything begins with `robe:`, so that a database can be shared.
 */
import type { WindowName } from '../../access/window.js'

/** The layout described here; raised by one with every change of it. */
export const LAYOUT = 1

export const NAMES = Object.freeze({
  /** Text: the layout and a random identity, which no other or emptied database has. */
  identity: 'robe:identity',
  /** Hash: key id → record as JSON. */
  keys: 'robe:keys',
  /** Hash: digest of a secret → key id; secrets of revoked keys included. */
  secrets: 'robe:secrets',
  /** List: audit lines, oldest first. */
  audit: 'robe:audit',
  /** Sorted set: key id by the version at which it last changed. */
  changed: 'robe:changed',
  /** Number: goes up with every changed key. */
  version: 'robe:version',
  /** Number: the highest key id given so far. */
  lastId: 'robe:last-id',
  /** Text: written by each probe, to see whether Redis takes writes; expires a second later. */
  trial: 'robe:trial',
})

/** Hash: `hour:<start>` → count. Expires a day after the last hour in it. */
export function hoursOf(keyId: number | string): string {
  return `robe:hours:${keyId}`
}

/**
 * Hash: `day:<start>`, `month:<start>` → count; `outage-day:<start>`, `outage-month:<start>` → what was served
 * while Redis was away; `charged`, `latest` → moments of the latest charge and of the latest call.
 */
export function usageOf(keyId: number | string): string {
  return `robe:usage:${keyId}`
}

/** The field of a window in these hashes. */
export function fieldOf(window: WindowName, start: number): string {
  return `${window}:${start}`
}

/** Hash: what one process has added after outages. Expires two months after the last. */
export function settledBy(process: string): string {
  return `robe:settled:${process}`
}
