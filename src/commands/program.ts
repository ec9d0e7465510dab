/**
 * The command line of `robe`, one line per group of commands.
 */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { registerCoat } from './coat.js'
import { registerContract } from './contract.js'
import { registerKeys } from './keys/keys.js'
import { openFromEnvironment } from './rules/open-rules.js'
import { registerRules } from './rules/rules.js'
import { registerStore } from './store.js'
import { registerUsage } from './usage-report.js'

/** Does what the words of the command line say. */
export async function runCommand(): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const program = new Command('robe')
    .description("names a horse's coat from its genotype and computes the coats its foals can have")
    .version(version)
    .showHelpAfterError('(robe --help lists the commands)')

  program
    .command('serve')
    .description('start the HTTP service; settings come from the environment')
    .action(async () => (await import('../main.js')).serve(process.env))

  const io = openFromEnvironment(process.env)
  registerCoat(program, io)
  registerKeys(program)
  registerUsage(program)
  registerStore(program)
  registerContract(program, io)
  registerRules(program, io)

  await program.parseAsync()
}
