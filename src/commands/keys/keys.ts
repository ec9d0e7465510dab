/**
 * `robe keys …`: the life of a key.
 * Guarantees: a bad option is refused with its name, its value and what is expected, before any store is
 * opened; a secret is printed once, by `create` or `rotate`; `--json` output keeps its fields.
 */
import type { Command } from 'commander'
import { registerChange } from './change.js'
import { registerMove } from './move.js'
import { registerSecrets } from './secrets.js'
import { registerShow } from './show.js'
import { openStoreOfEnvironment, type OpenForCommand, type Subcommand } from '../store-io.js'

/** The text of a secret, but for its label. */
const SECRET = /(robe_(?:live|test)_)\w+/g

/** Adds `keys` and its sub-commands to the program. */
export function registerKeys(program: Command, open: OpenForCommand = openStoreOfEnvironment): void {
  const keys = program.command('keys').description('make, show, change, move and end API keys')
  // A refusal repeats what was typed, and now and then somebody types a secret.
  keys.configureOutput({ outputError: (text, write) => write(text.replace(SECRET, '$1…')) })
  const subcommand: Subcommand = (signature, description) =>
    keys.command(signature).description(description).option('--json', 'print JSON')
  registerSecrets(subcommand, open)
  registerChange(subcommand, open)
  registerShow(subcommand, open)
  registerMove(subcommand, open)
}
