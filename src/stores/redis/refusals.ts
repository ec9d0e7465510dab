/**
 * Refusals remembered for a moment: a caller that hammers on does not reach Redis.
 * Guarantees: nobody is refused from memory once the full window is over, nor with other limits than those that
 * refused, nor after a refund made here, nor for longer than REMEMBERED_MS whatever happens elsewhere.
 * Leaves to others: refusing in the first place.
 */
import { performance } from 'node:perf_hooks'
import type { Charge, Limits, Usage } from '../../access/ports.js'
import { WINDOWS, windowAt } from '../../access/window.js'

/** A refund or a change of the key elsewhere is unknown here for so long at most. */
const REMEMBERED_MS = 1_000
const MOST_KEYS = 10_000

interface Remembered {
  readonly limits: Limits
  readonly used: Usage
  /** Redis's moment of the refusal, and this process's when it was asked for. */
  readonly at: number
  readonly askedAt: number
  /** Redis's moment from which the narrowest full window is over. */
  readonly until: number
}

export interface Refusals {
  /** The refusal that still holds, dated now. */
  holding(keyId: number, limits: Limits): Charge | undefined
  /** `askedAt`: this process's `steady` moment before Redis was asked. */
  remember(keyId: number, limits: Limits, refusal: Charge, askedAt: number): void
  forget(keyId: number): void
  steady(): number
}

/** `steady`: milliseconds that only go on. */
export function createRefusals(steady: () => number = () => performance.now()): Refusals {
  /** In the order of their making: the oldest is the first to go. */
  const refusals = new Map<number, Remembered>()
  return {
    steady,
    holding(keyId, limits) {
      const known = refusals.get(keyId)
      if (known === undefined) return undefined
      // Redis was asked after `askedAt`, so its clock shows this moment or an earlier one.
      const passed = steady() - known.askedAt
      const at = Math.floor(known.at + passed)
      const isSame = WINDOWS.every((window) => limits[window] === known.limits[window])
      if (isSame && passed >= 0 && passed < REMEMBERED_MS && at < known.until)
        return { allowed: false, used: known.used, at }
      refusals.delete(keyId)
      return undefined
    },
    remember(keyId, limits, { used, at }, askedAt) {
      const ends = WINDOWS.filter((window) => used[window] >= limits[window]).map(
        (window) => windowAt(window, at).end,
      )
      if (ends.length === 0) return
      refusals.delete(keyId)
      const oldest = refusals.size < MOST_KEYS ? undefined : refusals.keys().next().value
      if (oldest !== undefined) refusals.delete(oldest)
      refusals.set(keyId, { limits, used, at, askedAt, until: Math.min(...ends) })
    },
    forget: (keyId) => void refusals.delete(keyId),
  }
}
