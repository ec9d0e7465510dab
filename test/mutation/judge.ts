/**
 * Would the author of the rules notice? Loads, compiles, checks and tests a rule set as `robe rules check` and
 * `robe rules test` do.
 * Guarantees: a rule set is noticed only for what its unaltered self did not show; the first sign is told.
 */
import { openLoaded } from '../../src/coats/open.js'
import type { Diagnostic } from '../../src/rules/diagnostic.js'
import { loadParsed } from '../../src/rules/load.js'
import type { ParsedRules } from '../../src/rules/parse-rules.js'
import { formatFailure, runExamples } from '../../src/workbench/examples.js'
import { reviewRules } from '../../src/workbench/review.js'

const MAX_RESULTS = 50_000
/** No review is overdue on this day: that a date passes is no sign of a slip. */
const TODAY = '0000-00-00'

/** What the author sees: an error's or warning's code, or `example`. */
export interface Sign {
  readonly by: 'error' | 'ambiguous name' | 'example' | 'warning'
  /** The diagnostic's code; what was compared, for an example. */
  readonly code: string
  readonly message: string
}

/** Judges a rule set by what the unaltered one shows. */
export type Judge = (rules: ParsedRules) => Promise<Sign | undefined>

/** A judge of alterations of `original`, and what is wrong with the original itself. */
export async function judgeFor(
  original: ParsedRules,
): Promise<{ readonly judge: Judge; readonly sign: Sign | undefined; readonly version: string }> {
  const { book } = await openLoaded(loadParsed(original), MAX_RESULTS)
  const known = new Set(book === undefined ? [] : reviewRules(book, TODAY).map(textOf))
  const judge = (rules: ParsedRules): Promise<Sign | undefined> => firstSign(rules, known)
  return { judge, sign: await judge(original), version: book?.version ?? '' }
}

async function firstSign(rules: ParsedRules, known: ReadonlySet<string>): Promise<Sign | undefined> {
  const { book, diagnostics } = await openLoaded(loadParsed(rules), MAX_RESULTS)
  if (book === undefined) {
    const [error] = diagnostics.filter(({ severity }) => severity === 'error')
    if (error === undefined) throw new Error('no rule book and no error: a defect of open.ts')
    const by = error.code === 'AMBIGUOUS_NAME' ? 'ambiguous name' : 'error'
    return { by, code: error.code, message: error.what }
  }
  const [failure] = runExamples(book)
  if (failure !== undefined) return { by: 'example', code: failure.what, message: formatFailure(failure) }
  const warning = reviewRules(book, TODAY).find(
    (each) => each.severity === 'warning' && !known.has(textOf(each)),
  )
  return warning === undefined ? undefined : { by: 'warning', code: warning.code, message: warning.what }
}

/** Without its place: a line that moved is no new warning. */
function textOf({ code, what }: Diagnostic): string {
  return `${code} ${what}`
}
