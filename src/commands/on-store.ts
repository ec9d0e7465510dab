/**
 * Commands that work on the store of the environment.
 * Guarantees: the store is closed before anything is printed, whatever becomes of the work.
 */
import { userInfo } from 'node:os'
import type { Store } from '../access/ports.js'
import { DEFAULT_STORE, openStore } from '../stores/open.js'
import { action, Refusal, type Report } from './report.js'

export interface Json {
  readonly json?: boolean
}

export function storeOfEnvironment(): string {
  return process.env['STORE'] || DEFAULT_STORE
}

/** Work on the store as an action of commander. `create`: the store is made where there is none. */
export function onStore<Words extends unknown[]>(
  work: (store: Store, ...words: Words) => Promise<string | Report>,
  { create = false } = {},
) {
  return action(async (...words: Words) => {
    const store = await openStore(storeOfEnvironment(), { purpose: 'command', create })
    try {
      return await work(store, ...words)
    } finally {
      await store.close()
    }
  })
}

/** Who is at the keyboard, for the audit. A container's user may have no name. */
export function actor(): string {
  try {
    return `command:${userInfo().username}`
  } catch {
    return `command:uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** What a command answers that was given a number of no key. */
export function unknownKey(id: number): Refusal {
  return new Refusal(`error: there is no key ${id}`)
}

export function revokedKey(id: number): Refusal {
  return new Refusal(`error: key ${id} is revoked, which is for good: make a new key`)
}
