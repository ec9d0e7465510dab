/**
 * `robe rules …`: what rule authors run.
 * Guarantees: every command reads the rule set of the environment, or of `--in`; output is plain text in pipes.
 * Leaves to others: each command (rules-*.ts).
 */
import type { Command } from 'commander'
import { registerCatalogue } from './rules-catalogue.js'
import { registerCheck } from './rules-check.js'
import { registerCoverage } from './rules-coverage.js'
import { registerDiff } from './rules-diff.js'
import { registerExplain } from './rules-explain.js'
import { registerFmt } from './rules-fmt.js'
import type { RulesIo } from './rules-io.js'
import { registerTest } from './rules-test.js'

export function registerRules(program: Command, io: RulesIo): void {
  const rules = program
    .command('rules')
    .description('check, test, explain and compare rule sets')
    .option('--in <folder>', 'a folder that holds rules and locales; else RULES_DIR and LOCALES_DIR')
  registerCheck(rules, io)
  registerTest(rules, io)
  registerExplain(rules, io)
  registerDiff(rules, io)
  registerCoverage(rules, io)
  registerFmt(rules, io)
  registerCatalogue(rules, io)
}
