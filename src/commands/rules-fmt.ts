/**
 * `robe rules fmt`: writes rule and locale files in canonical form, or says which are not.
 * Guarantees: exit code 1 if a file differs (with --check), does not parse or cannot be written; the count
 * comes last; --json prints one document with stable fields.
 * Leaves to others: the form (workbench/format.ts) and the files (workbench/format-files.ts).
 */
import type { Command } from 'commander'
import { formatDiagnostic } from '../rules/diagnostic.js'
import { formatFiles, type FileOutcome } from '../workbench/format-files.js'
import type { RulesIo, RulesOptions } from './rules-io.js'

export type FmtIo = Pick<RulesIo, 'foldersOf' | 'print' | 'printError' | 'exit'>

interface FmtOptions extends RulesOptions {
  readonly check?: boolean
}

export function registerFmt(rules: Command, io: FmtIo): void {
  rules
    .command('fmt')
    .description('write rule and locale files in canonical form, comments kept')
    .argument('[files...]', 'files of the rule set (default: all of them)')
    .option('--check', 'write nothing; list the files that differ, with exit code 1')
    .option('--json', 'for programs')
    .action((files: readonly string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<FmtOptions>()
      const check = options.check === true
      const outcomes = formatFiles(io.foldersOf(options), { files, check })
      if (options.json === true)
        io.print(JSON.stringify({ check, files: outcomes, counts: countsOf(outcomes) }, null, 2))
      else tell(outcomes, io)
      if (outcomes.some(({ outcome }) => outcome !== 'canonical' && outcome !== 'rewritten')) io.exit(1)
    })
}

function tell(outcomes: readonly FileOutcome[], io: FmtIo): void {
  for (const one of outcomes) {
    switch (one.outcome) {
      case 'canonical':
        break
      case 'rewritten':
        io.print(one.file)
        break
      case 'differs':
        io.print(`${one.file} is not in canonical form`)
        break
      case 'faulty':
        for (const diagnostic of one.diagnostics) io.printError(formatDiagnostic(diagnostic))
        break
      case 'refused':
        io.printError(`${one.file}: left as it is: ${one.why}.`)
        break
    }
  }
  const { canonical, rewritten, differs, faulty, refused } = countsOf(outcomes)
  const parts = [
    rewritten > 0 ? `${rewritten} rewritten` : '',
    differs > 0 ? `${differs} not in canonical form (robe rules fmt rewrites them)` : '',
    `${canonical} in canonical form already`,
    faulty + refused > 0 ? `${faulty + refused} left as they are, see above` : '',
  ]
  const all = outcomes.length === 1 ? '1 file' : `${outcomes.length} files`
  io.print(`${all}: ${parts.filter((part) => part !== '').join(', ')}.`)
}

function countsOf(outcomes: readonly FileOutcome[]): Readonly<Record<FileOutcome['outcome'], number>> {
  const counts = { canonical: 0, rewritten: 0, differs: 0, faulty: 0, refused: 0 }
  for (const { outcome } of outcomes) counts[outcome] += 1
  return counts
}
