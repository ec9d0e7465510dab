/**
 * What commands do with the store of the environment, and `robe store backup`, which copies it beside a running server.
 * Guarantees: the store is closed before anything is printed, whatever becomes of the work.
 */
import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { AdminStore } from '../access/ports.js'
import { backUpStore, DEFAULT_STORE, openStore } from '../stores/open.js'
import { action, type Report } from './report.js'

export interface Json {
  readonly json?: boolean
}

function storeOfEnvironment(): string {
  // As the server reads it (config.ts).
  return process.env['STORE']?.trim() || DEFAULT_STORE
}

export function registerStore(program: Command): void {
  program
    .command('store')
    .description('look after the store')
    .command('backup')
    .description('copy the embedded store while the service runs')
    .argument('<file>', 'a new file, readable by its owner only')
    .action(
      action(async (target: string) => {
        await backUpStore(storeOfEnvironment(), target)
        return `The store is copied to ${target}.`
      }),
    )
}

/** Begins a command of `robe keys`. */
export function keyCommand(keys: Command, name: string, description: string): Command {
  return keys.command(name).description(description).option('--json', 'print JSON')
}

/** Work on the store as an action of commander. `create`: the store is made where there is none. `newStore`: see OpenOptions. */
export function onStore<Arguments extends unknown[]>(
  work: (store: AdminStore, ...args: Arguments) => Promise<string | Report>,
  { create = false, newStore = true } = {},
) {
  return action(async (...args: Arguments) => {
    const store = await openStore(storeOfEnvironment(), { purpose: 'command', create, newStore })
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
