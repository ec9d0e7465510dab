/**
 * `robe rules …`: what rule authors run.
 * Guarantees: every command reads the rule set of the environment, or of `--in`; output is plain text in pipes.
 */
import type { Command } from 'commander'
import { registerCatalogue } from './catalogue.js'
import { registerCheck } from './check.js'
import { registerCoverage } from './coverage.js'
import { registerDiff } from './diff.js'
import { registerExplain } from './explain.js'
import type { CommandIo } from '../io.js'
import { registerTest } from './test.js'

export function registerRules(program: Command, io: CommandIo): void {
  const rules = program
    .command('rules')
    .description('check, test, explain and compare rule sets')
    .option('--in <folder>', 'a folder that holds rules and locales; else RULES_DIR and LOCALES_DIR')
  registerCheck(rules, io)
  registerTest(rules, io)
  registerExplain(rules, io)
  registerDiff(rules, io)
  registerCoverage(rules, io)
  registerCatalogue(rules, io)
}
