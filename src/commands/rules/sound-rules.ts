/**
 * Diagnostics on a terminal, and the rule set of a command that needs one without errors.
 */
import type { OpenedRuleBook } from '../../coats/open-rule-book.js'
import type { RuleBook } from '../../coats/rule-book.js'
import { formatDiagnostic, type Diagnostic } from '../../rules/diagnostic.js'
import type { RulesIo, RulesOptions } from './io.js'
import type { Style } from '../terminal.js'

const STYLES: Readonly<Record<Diagnostic['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  hint: 'dim',
}

/** The rule set; undefined after its errors were told and the exit code set. */
export async function soundRules(io: RulesIo, options: RulesOptions): Promise<RuleBook | undefined> {
  const opened = await io.open(options)
  if (opened.book === undefined) refuse(io, opened)
  return opened.book
}

/** Tells the errors and sets the exit code. */
export function refuse(io: RulesIo, { diagnostics }: OpenedRuleBook): void {
  for (const each of diagnostics) io.printError(painted(each, io))
  io.exit(1)
}

/** The first line of a diagnostic in the colour of its severity, which stands in front for those who see none. */
export function painted(diagnostic: Diagnostic, io: Pick<RulesIo, 'paint'>): string {
  const [first = '', ...rest] = formatDiagnostic(diagnostic).split('\n')
  const { severity, code } = diagnostic
  const line = first.replace(` ${code} `, ` ${io.paint(STYLES[severity], `${severity} ${code}`)} `)
  return [line, ...rest].join('\n')
}
