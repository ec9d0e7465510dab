/**
 * Would the author of the rules notice? Loads, compiles, checks and tests a rule set as `robe rules check` and
 * `robe rules test` do.
 * Guarantees: a rule set is noticed only for what its unaltered self did not show; the first sign is told. Whether
 * an alteration changes anything is counted over every genotype there is.
 */
import { compileRuleset } from '../../src/operations/open-ruleset.js'
import type { Diagnostic } from '../../src/rules/diagnostic.js'
import { loadParsed } from '../../src/rules/load.js'
import type { ParsedRules } from '../../src/rules/yaml/parse-rules.js'
import { formatFailure, runExamples } from '../../src/workbench/examples/examples.js'
import { diffRules } from '../../src/workbench/diff/diff.js'
import { unmetExpectations } from '../rules/shipped-expectations.js'
import { reviewRules } from '../../src/workbench/check/review.js'

const MAX_RESULTS = 50_000
/** No review is overdue on this day: that a date passes is no sign of a slip. */
const TODAY = '0000-00-00'

/** What the author sees: an error's or warning's code, an example, or one of test/rules/shipped-expectations.ts. */
export interface Sign {
  readonly by: 'error' | 'ambiguous name' | 'example' | 'test' | 'warning'
  /** The diagnostic's code; what was compared, for an example. */
  readonly code: string
  readonly message: string
}

/** Judges alterations of one rule set by what the unaltered one shows. */
export interface Judge {
  /** The rule set's version and revision. */
  readonly version: string
  /** The first sign of the alteration that its author would see. */
  readonly signOf: (altered: ParsedRules) => Promise<Sign | undefined>
  /** What the alteration changes for some genotype; undefined when it changes nothing for any. */
  readonly effectOf: (altered: ParsedRules) => Promise<string | undefined>
}

/** Throws when the unaltered rule set shows a sign itself. */
export async function judgeOf(original: ParsedRules): Promise<Judge> {
  const { ruleset } = await compileRuleset(loadParsed(original), MAX_RESULTS)
  const known = new Set(ruleset === undefined ? [] : reviewRules(ruleset, TODAY).map(textOf))
  const signOf = (altered: ParsedRules): Promise<Sign | undefined> => firstSign(altered, known)
  const sign = await signOf(original)
  if (ruleset === undefined || sign !== undefined)
    throw new Error(`the unaltered rules are not sound: ${sign?.message ?? ''}`)
  return {
    version: ruleset.version,
    signOf,
    effectOf: async (altered) => {
      const { ruleset: other } = await compileRuleset(loadParsed(altered), MAX_RESULTS)
      if (other === undefined) return 'it does not compile'
      const { changed, names, remarks, structure } = diffRules(ruleset, other)
      const [name] = names
      const [remark] = remarks
      if (changed > 0n) return `${changed} genotypes look different`
      if (name !== undefined)
        return `${name.before} is called ${name.after} in ${name.language}: ${name.genotype}`
      if (remark !== undefined)
        return `${remark.genotypes} genotypes are told something else by ${remark.table}`
      // A text or a hit policy that was changed alone makes no answer another one.
      return structure.find(({ bump, what }) => bump !== 'patch' && !what.startsWith('the hit policy'))?.what
    },
  }
}

async function firstSign(rules: ParsedRules, known: ReadonlySet<string>): Promise<Sign | undefined> {
  const { ruleset, diagnostics } = await compileRuleset(loadParsed(rules), MAX_RESULTS)
  if (ruleset === undefined) {
    const [error] = diagnostics.filter(({ severity }) => severity === 'error')
    if (error === undefined) throw new Error('no ruleset and no error: a defect of open.ts')
    const by = error.code === 'AMBIGUOUS_NAME' ? 'ambiguous name' : 'error'
    return { by, code: error.code, message: error.what }
  }
  const [failure] = runExamples(ruleset)
  if (failure !== undefined) return { by: 'example', code: failure.what, message: formatFailure(failure) }
  const [unmet] = unmetExpectations(ruleset)
  if (unmet !== undefined) return { by: 'test', code: 'EXPECTATION', message: unmet }
  const warning = reviewRules(ruleset, TODAY).find(
    (each) => each.severity === 'warning' && !known.has(textOf(each)),
  )
  return warning === undefined ? undefined : { by: 'warning', code: warning.code, message: warning.what }
}

/** Without its place: a line that moved is no new warning. */
function textOf({ code, what }: Diagnostic): string {
  return `${code} ${what}`
}
