/**
 * The `robe` command line: registers all commands, in the order of the help.
 * Guarantees: an invalid option is refused with its name, its value and what is expected, before any file or store is
 * opened; error messages never repeat a secret.
 */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { registerMcp } from './assistants/mcp.js'
import { registerBatch } from './batch/batch.js'
import { registerCoat } from './coats/coat.js'
import { registerContract } from './contract.js'
import { withHelpExamples } from './examples.js'
import { registerGenotypes } from './coats/genotypes.js'
import { registerInfer } from './coats/infer.js'
import { registerChange } from './keys/change.js'
import { registerMove } from './keys/move.js'
import { registerSecrets } from './keys/secrets.js'
import { registerInspect } from './keys/inspect.js'
import { registerCatalogue } from './rules/catalogue.js'
import { registerCheck } from './rules/check.js'
import { registerCoverage } from './rules/coverage.js'
import { registerDiff } from './rules/diff.js'
import { registerExplain } from './rules/explain.js'
import { registerFinish } from './rules/finish/finish.js'
import { registerNew } from './rules/new.js'
import { registerTest } from './rules/test.js'
import { registerStore } from './store.js'
import { registerUsage } from './usage-report.js'

export async function runCommand(): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const program = new Command('robe')
    .description("names a horse's coat from its genotype and computes the coats its foals can have")
    .version(version)
    .showHelpAfterError('(robe --help lists the commands)')
  await withCommands(program).parseAsync()
}

/** Matches a secret; its label may be shown. */
const SECRET = /(robe_(?:live|test)_)\w+/g

/** Registers all commands. They print to the program's configured output. */
export function withCommands(program: Command): Command {
  // Errors repeat what was typed, which may contain a secret.
  program.configureOutput({ outputError: (text, write) => write(text.replace(SECRET, '$1…')) })
  program
    .command('serve')
    .description('start the HTTP service; settings come from the environment')
    .action(async () => (await import('../main.js')).serve(process.env))
  registerCoat(program)
  registerInfer(program)
  registerGenotypes(program)
  registerBatch(program)
  registerMcp(program)

  const keys = program.command('keys').description('create, show, change, move and end API keys')
  registerSecrets(keys)
  registerChange(keys)
  registerInspect(keys)
  registerMove(keys)

  registerUsage(program)
  registerStore(program)
  registerContract(program)

  const rules = program
    .command('rules')
    .description('check, test, explain and compare rule sets')
    .option('--in <folder>', 'a folder with rules and locales (default: RULES_DIR and LOCALES_DIR)')
  registerCheck(rules)
  registerTest(rules)
  registerExplain(rules)
  registerDiff(rules)
  registerCoverage(rules)
  registerCatalogue(rules)
  registerFinish(rules)
  registerNew(rules)
  withHelpExamples(program)
  return program
}
