/**
 * What is wrong with a rule file, as a value: code, place, what, why, and how to fix it.
 * Guarantees: the codes are a closed list, each documented; nothing here throws.
 */

/** Where something is written: file relative to the rules folder's parent, line and column from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Every code there is; each has a page, docs/diagnostics/<code>.md. */
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
  /** One sentence: why it matters, where `what` does not say it all. */
  readonly why?: string
  /** One sentence, imperative: how to fix it, with "did you mean" where there is a near word. */
  readonly fix: string
  /** The smallest genotypes that show it, whole horses as the command line reads them. */
  readonly examples?: readonly string[]
}

/** `rules/genes/matp.yaml:7:3 UNKNOWN_ALLELE …` on one line, the fix on the next, then commands that show it. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { fix, examples = [] } = diagnostic
  return [
    diagnosticLine(diagnostic),
    `fix: ${fix}`,
    ...examples.map((example) => `see: robe rules explain '${example}'`),
  ].join('\n    ')
}

/** The first of those lines: what is wrong and where. */
export function diagnosticLine({ place, code, what, why }: Diagnostic): string {
  const reason = why === undefined ? '' : ` ${why}`
  return `${place.file}:${place.line}:${place.column} ${code} ${what}${reason}`
}

/** What a fault says, apart from its code and place. */
export type Wording = Pick<Diagnostic, 'what' | 'why' | 'fix' | 'examples'>

const ofSeverity =
  (severity: Diagnostic['severity']) =>
  (code: DiagnosticCode, place: Place, wording: Wording): Diagnostic => ({
    code,
    severity,
    place,
    ...wording,
  })

/** A fault that stops the rule set. */
export const fault = ofSeverity('error')

/** Something that is most likely a mistake, with which the rules can be served. */
export const warning = ofSeverity('warning')

/** Something that may well be meant. */
export const hint = ofSeverity('hint')

/** A fault of a file or folder as a whole. */
export function fileFault(code: DiagnosticCode, file: string, wording: Wording): Diagnostic {
  return fault(code, { file, line: 1, column: 1 }, wording)
}

/** A new array by file, line, column and code, so that the same faults always read the same. */
export function inFileOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      byText(a.place.file, b.place.file) ||
      a.place.line - b.place.line ||
      a.place.column - b.place.column ||
      byText(a.code, b.code),
  )
}

/** Compares by UTF-16 code units, whatever the machine's locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
