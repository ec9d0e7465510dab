/**
 * What is wrong with a rule file, as a value: code, place, what, why, and how to mend it.
 * Guarantees: the codes are a closed list, each documented; nothing here throws.
 * Leaves to others: finding faults (load.ts, model/) and deciding what a fault stops.
 */
import type { Place } from './tables.js'

export type DiagnosticCode =
  | 'PARSE'
  | 'UNKNOWN_KEY'
  | 'DUPLICATE_ID'
  | 'UNKNOWN_LOCUS'
  | 'UNKNOWN_ALLELE'
  | 'UNKNOWN_TOKEN'
  | 'BAD_PAIR'
  | 'UNQUOTED_N'
  | 'GAP'
  | 'CONFLICT'
  | 'CYCLE'
  | 'TABLE_TOO_LARGE'
  | 'MISSING_WORD'
  | 'AMBIGUOUS_NAME'

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning' | 'hint'
  readonly place: Place
  /** One sentence: what is wrong. */
  readonly what: string
  /** One sentence: why it matters; may be absent when `what` says it all. */
  readonly why?: string
  /** One sentence, imperative: how to mend it, with "did you mean" where there is a near word. */
  readonly mend: string
}

/** `rules/genes/matp.yaml:7:3 UNKNOWN_ALLELE …` on one line, the mend on the next. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { place, code, what, why, mend } = diagnostic
  const reason = why === undefined ? '' : ` ${why}`
  return `${place.file}:${place.line}:${place.column} ${code} ${what}${reason}\n    mend: ${mend}`
}
