/**
 * What Redis last said of each key's counts, for refusals that tell a caller its limits while Redis is away.
 * Guarantees: a window that is over since then is told as unused; never more than MOST_KEYS, the longest unheard of
 * go first.
 * Leaves to others: deciding anything by them; they are out of date as soon as another process charges.
 */
import type { Usage } from '../../../access/ports.js'
import { perWindow, windowAt } from '../../../access/window.js'

const MOST_KEYS = 20_000

export interface LastCounts {
  /** `at`: the moment of these counts, Unix milliseconds. */
  note(keyId: number, used: Usage, at: number): void
  /** Zeros for a key that was never noted. */
  tell(keyId: number, now: number): Usage
}

export function createLastCounts(): LastCounts {
  /** In the order in which they were heard of. */
  const heard = new Map<number, { readonly used: Usage; readonly at: number }>()
  return {
    note(keyId, used, at) {
      heard.delete(keyId)
      const oldest = heard.size < MOST_KEYS ? undefined : heard.keys().next().value
      if (oldest !== undefined) heard.delete(oldest)
      heard.set(keyId, { used, at })
    },
    tell(keyId, now) {
      const last = heard.get(keyId)
      return perWindow((window) =>
        last !== undefined && now < windowAt(window, last.at).end ? last.used[window] : 0,
      )
    },
  }
}
