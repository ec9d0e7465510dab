#!/usr/bin/env node
/**
 * `robe …`: the command line, one line per group of commands.
 * Guarantees: a command that cannot do its work says why on stderr and ends with exit code 1.
 * Leaves to others: the commands themselves (commands/) and the server process (main.ts).
 */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { registerCoat } from './commands/coat.js'
import { registerContract } from './commands/contract.js'
import { registerKeys } from './commands/keys.js'
import { registerRules } from './commands/rules.js'
import { registerStore } from './commands/store.js'
import { registerUsage } from './commands/usage-report.js'
import { openFromEnvironment } from './commands/open-rules.js'
import { serve } from './main.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

// A reader that has seen enough (`… | head`) ends the command, and is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const program = new Command('robe')
  .description("names a horse's coat from its genotype and computes the coats its foals can have")
  .version(version)
  .showHelpAfterError('(robe --help lists the commands)')

program
  .command('serve')
  .description('start the HTTP service; settings come from the environment')
  .action(() => serve(process.env))

registerCoat(program, openFromEnvironment(process.env))
registerKeys(program)
registerUsage(program)
registerStore(program)
registerContract(program, openFromEnvironment(process.env))
registerRules(program, openFromEnvironment(process.env))

await program.parseAsync()
