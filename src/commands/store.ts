/**
 * `robe store backup`: a copy of the store, to be put away.
 * Guarantees: works beside a running server; what it cannot do is one line and exit code 1.
 */
import type { Command } from 'commander'
import { DEFAULT_STORE, backUpStore } from '../stores/open.js'
import { refuse } from './store-io.js'
import { StoreError } from '../stores/store-error.js'

export function registerStore(program: Command): void {
  program
    .command('store')
    .description('look after the store')
    .command('backup')
    .description('copy the embedded store while the service runs')
    .argument('<file>', 'a new file, readable by its owner only')
    .action(async (target: string, _options: unknown, command: Command) => {
      try {
        await backUpStore(process.env['STORE'] || DEFAULT_STORE, target)
      } catch (error) {
        if (error instanceof StoreError) refuse(command, error)
        throw error
      }
      const output = command.configureOutput()
      output.writeOut?.(`The store is copied to ${target}.\n`)
    })
}
