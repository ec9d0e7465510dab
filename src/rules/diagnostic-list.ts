/**
 * The diagnostics of one check of a rule set, limited in number.
 * Guarantees: a check stops at the first error beyond the limit, so a broken file costs no more time or memory than
 * one with 200 errors. Warnings do not stop a check, because rules with warnings can be served; those beyond their
 * limit are dropped.
 */
import { fault, type Diagnostic } from './diagnostic.js'

/** Maximum number of errors in one check. */
export const MAX_ERRORS = 200

/** Maximum number of warnings in one check. */
export const MAX_WARNINGS = 1_000

/** Stops a check at the error that exceeds the limit. */
export class TooManyErrors extends Error {
  override readonly name = 'TooManyErrors'
  /** The last diagnostic: where the check stopped, and why. */
  readonly last: Diagnostic

  /** @param found the diagnostics up to the limit @param next the error that exceeds it */
  constructor(
    readonly found: readonly Diagnostic[],
    next: Diagnostic,
  ) {
    super(`more than ${MAX_ERRORS} errors`)
    this.last = fault('PARSE', next.place, {
      what: `more than ${MAX_ERRORS} errors were found; the check stopped here.`,
      fix: 'correct the errors that are listed, then check again.',
    })
  }
}

/** An array whose `push` throws TooManyErrors beyond the limit. */
export class DiagnosticList extends Array<Diagnostic> {
  private errors = 0
  private warnings = 0

  /** Makes `map`, `filter` and the like return plain arrays. */
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

/** Returns the result of `check`, or `otherwise` if it stopped early. */
export function upToLimit<Result>(
  check: () => Result,
  otherwise: (stopped: TooManyErrors) => Result,
): Result {
  try {
    return check()
  } catch (error) {
    if (error instanceof TooManyErrors) return otherwise(error)
    throw error
  }
}
