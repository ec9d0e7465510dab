/**
 * Commands that work on the store of the environment.
 * Guarantees: the store is closed before anything is printed, whatever becomes of the work.
 */
import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { AdminStore } from '../access/ports.js'
import { DEFAULT_STORE, openStore } from '../stores/open.js'
import { action, type Report } from './report.js'

export interface Json {
  readonly json?: boolean
}

export function storeOfEnvironment(): string {
  return process.env['STORE'] || DEFAULT_STORE
}

/** Begins a command of `robe keys`. */
export function keyCommand(keys: Command, name: string, description: string): Command {
  return keys.command(name).description(description).option('--json', 'print JSON')
}

/** Work on the store as an action of commander. `create`: the store is made where there is none. */
export function onStore<Arguments extends unknown[]>(
  work: (store: AdminStore, ...args: Arguments) => Promise<string | Report>,
  { create = false } = {},
) {
  return action(async (...args: Arguments) => {
    const store = await openStore(storeOfEnvironment(), { purpose: 'command', create })
    try {
      return await work(store, ...args)
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
