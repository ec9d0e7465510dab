/**
 * `robe rules check`: is the rule set sound, and what in it deserves a look?
 * Guarantees: errors are exactly those that keep the server from starting; exit code 1 with any error, with
 * `--strict` with any warning too. Examples that no request could ask are warnings.
 */
import type { Command } from 'commander'
import type { Diagnostic } from '../../rules/diagnostic.js'
import { exampleFaults } from '../../workbench/examples/example-faults.js'
import { reviewRules } from '../../workbench/check/review.js'
import { painted } from './sound-rules.js'
import type { RulesIo, RulesOptions } from './io.js'
import { versionAdvice } from './version-advice.js'

interface CheckOptions extends RulesOptions {
  readonly strict?: boolean
  readonly against?: string
}

export function registerCheck(rules: Command, io: RulesIo): void {
  rules
    .command('check')
    .description(
      'find errors, gaps, conflicts, ambiguous names; warn of rules that never decide or lack a source',
    )
    .option('--strict', 'exit 1 on warnings too')
    .option('--against <where>', 'a folder or a git revision: is the version raised as the changes require?')
    .option('--json', 'for programs')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<CheckOptions>()
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
      if (options.json === true) {
        const ruleset = book?.version ?? null
        io.print(JSON.stringify({ ruleset, diagnostics: found }, null, 2))
      } else {
        for (const each of found) io.print(painted(each, io))
        const { tables = [], loci = [] } = book?.model.source ?? {}
        const sound = [
          plural(loci.length, 'locus', 'loci'),
          plural(tables.length, 'table'),
          plural(book?.languages.length ?? 0, 'language'),
        ].join(', ')
        io.print(
          [
            book === undefined
              ? 'The server would not start with these rules'
              : `Rules ${book.version}: ${sound}`,
            `${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}, ${plural(count('hint'), 'hint')}.`,
          ].join('; '),
        )
      }
      if (count('error') > 0 || (options.strict === true && count('warning') > 0)) io.exit(1)
    })
}

function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
