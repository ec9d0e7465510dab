/**
 * Diagnostics on a terminal.
 */
import { styleText } from 'node:util'
import { formatDiagnostic, type Diagnostic } from '../../rules/diagnostic.js'
import { Refusal } from '../report.js'

const STYLES = { error: 'red', warning: 'yellow', hint: 'dim' } as const

/** @param head what stands before the diagnostics */
export function refusalOf(diagnostics: readonly Diagnostic[], ...head: readonly string[]): Refusal {
  return new Refusal([...head, ...diagnostics.map(painted)].join('\n'))
}

/** The first line of a diagnostic in the colour of its severity, which stands in front for those who see none. */
export function painted(diagnostic: Diagnostic): string {
  const [first = '', ...rest] = formatDiagnostic(diagnostic).split('\n')
  const { severity, code } = diagnostic
  const line = first.replace(` ${code} `, ` ${styleText(STYLES[severity], `${severity} ${code}`)} `)
  return [line, ...rest].join('\n')
}
