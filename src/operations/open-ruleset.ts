/**
 * Opens a rule set for questions: load, compile, words.
 * Guarantees: a ruleset only when no diagnostic is an error; never throws for what an author wrote.
 */
import { compileModel } from '../model/compile/compile.js'
import { asMeant } from '../model/compile/tokens.js'
import { checkWords } from '../naming/check-words.js'
import { buildLexicon } from '../naming/lexicon.js'
import { DiagnosticList, TooManyErrors } from '../rules/diagnostic-list.js'
import type { Diagnostic } from '../rules/diagnostic.js'
import { loadRules, type Loaded, type RuleFolders } from '../rules/load.js'
import { findAmbiguousNames } from './ambiguous-names.js'
import type { RuleTables } from '../rules/tables.js'
import { createRuleset, type Ruleset } from './ruleset.js'

export interface OpenOptions extends RuleFolders {
  /** The most elements one offspring answer may hold. */
  readonly maxResults: number
}

export interface OpenedRuleset {
  readonly ruleset: Ruleset | undefined
  /** Where errors keep the rules from being served, a ruleset to look them up in, if the tables could be filled. */
  readonly draft: Ruleset | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export async function openRuleset(options: OpenOptions): Promise<OpenedRuleset> {
  return compileRuleset(loadRules(options), options.maxResults)
}

/** The ruleset of a rule set that is loaded already. */
export async function compileRuleset(loaded: Loaded, maxResults: number): Promise<OpenedRuleset> {
  const { diagnostics: loading } = loaded
  if (loaded.tables === undefined || hasErrors(loading))
    return { ruleset: undefined, draft: undefined, diagnostics: loading }
  try {
    return await compileTables(loaded.tables, loading, maxResults)
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
    return { ruleset: undefined, draft: undefined, diagnostics: [...error.found, error.last] }
  }
}

async function compileTables(
  written: RuleTables,
  loading: readonly Diagnostic[],
  maxResults: number,
): Promise<OpenedRuleset> {
  const { tables, diagnostics: slips } = asMeant(written)
  const { model, diagnostics: compiling } = await compileModel(tables)
  const found = new DiagnosticList()
  found.push(...loading, ...slips, ...compiling)
  for (const locale of tables.locales) checkWords(locale, tables, found)
  const lexicons = new Map(tables.locales.map((locale) => [locale.language, buildLexicon(locale)]))
  // With a slip the model is of words that the author did not write.
  if (model === undefined || slips.length > 0)
    return { ruleset: undefined, draft: undefined, diagnostics: [...found] }
  const draft = createRuleset(model, lexicons, maxResults)
  if (!hasErrors(found)) found.push(...findAmbiguousNames(model, lexicons))
  const diagnostics = [...found]
  return { ruleset: hasErrors(diagnostics) ? undefined : draft, draft, diagnostics }
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity === 'error')
}
