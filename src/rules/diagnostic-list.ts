/**
 * The diagnostics of one check of a rule set, limited in number.
 * Guarantees: a check ends at the first error beyond the limit, so that a file of nothing but mistakes costs no more time or
 * memory than one with 200. Warnings end no check, since rules with warnings can be served; those beyond their limit are left out.
 */
import { fault, type Diagnostic } from './diagnostic.js'

/** Errors that one check reports. */
export const MAX_ERRORS = 200

/** Warnings that one check reports. */
export const MAX_WARNINGS = 1_000

/** Ends a check at the error that exceeds the limit. */
export class TooManyErrors extends Error {
  override readonly name = 'TooManyErrors'
  /** The last diagnostic of the check: where it ended, and why. */
  readonly last: Diagnostic

  /** @param found what the check found before @param next the error that exceeds the limit */
  constructor(
    readonly found: readonly Diagnostic[],
    next: Diagnostic,
  ) {
    super(`more than ${MAX_ERRORS} errors`)
    this.last = fault('PARSE', next.place, {
      what: `more than ${MAX_ERRORS} errors were found, and the check ended here.`,
      fix: 'correct the errors that are listed, then check again.',
    })
  }
}

/** An array whose `push` throws TooManyErrors beyond the limit. */
export class DiagnosticList extends Array<Diagnostic> {
  private errors = 0
  private warnings = 0

  /** What is derived from the list is an ordinary array. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  override push(...more: readonly Diagnostic[]): number {
    for (const each of more) {
      if (each.severity !== 'error') {
        if (++this.warnings > MAX_WARNINGS) continue
      } else if (++this.errors > MAX_ERRORS) throw new TooManyErrors([...this], each)
      super.push(each)
    }
    return this.length
  }
}

/** What `check` returns, or what `otherwise` makes of a check that ended early. */
export function upToLimit<Result>(check: () => Result, otherwise: (ended: TooManyErrors) => Result): Result {
  try {
    return check()
  } catch (error) {
    if (error instanceof TooManyErrors) return otherwise(error)
    throw error
  }
}
