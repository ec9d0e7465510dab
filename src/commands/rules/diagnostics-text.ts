/**
 * Diagnostics on a terminal, and the rule set of a command that needs one without errors.
 */
import type { RuleBook } from '../../coats/rule-book.js'
import { formatDiagnostic, type Diagnostic } from '../../rules/diagnostic.js'
import { Refusal, type CommandIo, type RulesOptions } from '../io.js'
import type { Style } from '../terminal.js'

const STYLES: Readonly<Record<Diagnostic['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  hint: 'dim',
}

/** The rule set. Throws Refusal with its errors, if it has any. */
export async function soundRules(io: CommandIo, options: RulesOptions): Promise<RuleBook> {
  const { book, diagnostics } = await io.open(options)
  if (book === undefined) throw refusalOf(diagnostics, io)
  return book
}

export function refusalOf(diagnostics: readonly Diagnostic[], io: Pick<CommandIo, 'paint'>): Refusal {
  return new Refusal(diagnostics.map((each) => painted(each, io)).join('\n'))
}

/** The first line of a diagnostic in the colour of its severity, which stands in front for those who see none. */
export function painted(diagnostic: Diagnostic, io: Pick<CommandIo, 'paint'>): string {
  const [first = '', ...rest] = formatDiagnostic(diagnostic).split('\n')
  const { severity, code } = diagnostic
  const line = first.replace(` ${code} `, ` ${io.paint(STYLES[severity], `${severity} ${code}`)} `)
  return [line, ...rest].join('\n')
}
