/**
 * A fault in a rule file as a value: code, place, what is wrong, why it matters, and how to fix it.
 * Guarantees: the codes are a closed list, each documented; nothing here throws.
 */

/** A position in a rule file: path relative to the parent of the rules folder, line and column from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** All codes; each has a page, docs/diagnostics/<code>.md. */
export const DIAGNOSTIC_CODES = [
  'PARSE',
  'UNKNOWN_KEY',
  'DUPLICATE_ID',
  'UNKNOWN_LOCUS',
  'UNKNOWN_ALLELE',
  'UNKNOWN_TOKEN',
  'BAD_PAIR',
  'UNQUOTED_N',
  'WRONG_CHROMOSOME',
  'SEX_WITHOUT_SEXES',
  'BAD_FREQUENCIES',
  'GAP',
  'CONFLICT',
  'CYCLE',
  'TABLE_TOO_LARGE',
  'TOO_MANY_TOGETHER',
  'MISSING_WORD',
  'AMBIGUOUS_NAME',
  'VERSION_NOT_BUMPED',
  'MISSING_APPEARANCE',
  'UNREACHABLE',
  'SHADOWED',
  'REDUNDANT',
  'HIDE_CYCLE',
  'UNREAD_EXPRESSION',
  'SHARED_SPELLING',
  'UNSEEN_WORD',
  'SYNONYM_IS_NAME',
  'WORD_IS_NAME',
  'WORD_FORMS',
  'NO_EXAMPLE',
  'NO_CITATION',
  'UNVERIFIED_SOURCE',
  'CUT_TEXT',
  'REVIEW_OVERDUE',
  'NON_DISCRIMINATING_LOCUS',
  'ALLELE_LEFT_OUT',
  'WILD_TYPE_SHOWS',
  'VERSION_BEYOND_CHANGES',
  'UNLINKED',
  'UNNAMED_ALLELE',
  'NO_ADDRESS',
  'UNCITED_REFERENCE',
  'FOREIGN_OMIA',
  'REPEATED_EXAMPLE',
  'FILE_ORDER',
  'BORROWED_WORDS',
] as const

export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number]

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning' | 'hint'
  readonly place: Place
  /** One sentence: what is wrong. */
  readonly what: string
  /** One sentence: why it matters, if `what` does not make it clear. */
  readonly why?: string
  /** One imperative sentence: how to fix it, with "did you mean" if a valid word is close. */
  readonly fix: string
  /** The smallest genotypes that show it: whole horses in the notation of the command line. */
  readonly examples?: readonly string[]
}

/** `rules/genes/matp.yaml:7:3 UNKNOWN_ALLELE …`, then a line with the fix, then commands that show the fault. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { fix, examples = [] } = diagnostic
  return [
    diagnosticLine(diagnostic),
    `fix: ${fix}`,
    ...examples.map((example) => `see: robe rules explain '${example}'`),
  ].join('\n    ')
}

/** The first line only: what is wrong and where. */
export function diagnosticLine({ place, code, what, why }: Diagnostic): string {
  const reason = why === undefined ? '' : ` ${why}`
  return `${place.file}:${place.line}:${place.column} ${code} ${what}${reason}`
}

/** The text of a diagnostic, without code and place. */
export type Wording = Pick<Diagnostic, 'what' | 'why' | 'fix' | 'examples'>

const ofSeverity =
  (severity: Diagnostic['severity']) =>
  (code: DiagnosticCode, place: Place, wording: Wording): Diagnostic => ({
    code,
    severity,
    place,
    ...wording,
  })

/** Prevents the rule set from being served. */
export const fault = ofSeverity('error')

/** Most likely a mistake; the rules can be served. */
export const warning = ofSeverity('warning')

/** May be intended. */
export const hint = ofSeverity('hint')

/** A fault of a whole file or folder. */
export function fileFault(code: DiagnosticCode, file: string, wording: Wording): Diagnostic {
  return fault(code, { file, line: 1, column: 1 }, wording)
}

/** A copy sorted by file, line, column and code, so that the same faults always give the same report. */
export function inFileOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      byText(a.place.file, b.place.file) ||
      a.place.line - b.place.line ||
      a.place.column - b.place.column ||
      byText(a.code, b.code),
  )
}

/** Compares by UTF-16 code units, independent of the locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
