/**
 * `robe store backup`: a copy of the store, to be put away.
 * Guarantees: works beside a running server; what it cannot do is one line and exit code 1.
 */
import type { Command } from 'commander'
import { backUpStore } from '../stores/open.js'
import { storeOfEnvironment } from './on-store.js'
import { action } from './report.js'

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
