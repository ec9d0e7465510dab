/**
 * `robe rules check`: is the rule set sound, and what in it deserves a look?
 * Guarantees: errors are exactly those that keep the server from starting; exit code 1 with any error, with
 * `--strict` with any warning too. Examples that no request could ask are warnings.
 */
import type { Command } from 'commander'
import type { RuleBook } from '../../coats/rule-book.js'
import type { Diagnostic } from '../../rules/diagnostic.js'
import { exampleFaults } from '../../workbench/examples/example-faults.js'
import { reviewRules } from '../../workbench/check/review.js'
import { action, jsonText, type CommandIo, type RulesOptions } from '../io.js'
import { plural } from '../terminal.js'
import { painted } from './diagnostics-text.js'
import { versionAdvice } from './version-advice.js'

interface CheckOptions extends RulesOptions {
  readonly strict?: boolean
  readonly against?: string
}

export function registerCheck(rules: Command, io: CommandIo): void {
  rules
    .command('check')
    .description(
      'find errors, gaps, conflicts, ambiguous names; warn of rules that never decide or lack a source',
    )
    .option('--strict', 'exit 1 on warnings too')
    .option('--against <where>', 'a folder or a git revision: is the version raised as the changes require?')
    .option('--json', 'for programs')
    .action(
      action(io, async (options: CheckOptions) => {
        const { book, draft, diagnostics } = await io.open(options)
        const found = [
          ...diagnostics,
          ...(draft === undefined ? [] : exampleFaults(draft)),
          ...(book === undefined ? [] : await io.during('reviewing', () => reviewRules(book, io.today()))),
          ...(book === undefined || options.against === undefined
            ? []
            : await versionAdvice(io, options, book, options.against)),
        ]
        const count = (severity: Diagnostic['severity']): number =>
          found.filter((each) => each.severity === severity).length
        if (options.json) io.print(jsonText({ ruleset: book?.version ?? null, diagnostics: found }))
        else {
          for (const each of found) io.print(painted(each, io))
          const counts = [
            plural(count('error'), 'error'),
            plural(count('warning'), 'warning'),
            plural(count('hint'), 'hint'),
          ]
          io.print(`${headline(book)}; ${counts.join(', ')}.`)
        }
        if (count('error') > 0 || (options.strict && count('warning') > 0)) io.exit(1)
      }),
    )
}

function headline(book: RuleBook | undefined): string {
  if (book === undefined) return 'The server would not start with these rules'
  const { loci, tables } = book.model.source
  const sound = [
    plural(loci.length, 'locus', 'loci'),
    plural(tables.length, 'table'),
    plural(book.languages.length, 'language'),
  ]
  return `Rules ${book.version}: ${sound.join(', ')}`
}
