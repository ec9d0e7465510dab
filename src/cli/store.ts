/**
 * Access to the configured store for commands, and `robe store backup`, which copies it while a server runs.
 * Guarantees: the store is closed before anything is printed, even if the work fails.
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
  // Must match how the server reads it (config.ts).
  return process.env['STORE']?.trim() || DEFAULT_STORE
}

export function registerStore(program: Command): void {
  program
    .command('store')
    .description('manage the store')
    .command('backup')
    .description('copy the embedded store while the service runs')
    .argument('<file>', 'a new file, readable by its owner only')
    .action(
      action(async (target: string) => {
        await backUpStore(storeOfEnvironment(), target)
        return `The store was copied to ${target}.`
      }),
    )
}

/** Creates a subcommand of `robe keys`. */
export function keyCommand(keys: Command, name: string, description: string): Command {
  return keys.command(name).description(description).option('--json', 'print JSON')
}

/**
 * Wraps work on the store as a commander action.
 * `create` makes the store if it does not exist; for `newStore` see OpenOptions.
 */
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

/** The operating-system user, for the audit log. A container's user may have no name. */
export function actor(): string {
  try {
    return `command:${userInfo().username}`
  } catch {
    return `command:uid ${process.getuid?.() ?? 'unknown'}`
  }
}
