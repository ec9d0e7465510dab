/**
 * Opens a rule set: loads the files, compiles the model, builds the lexicons.
 * Guarantees: returns a ruleset only if no diagnostic is an error; never throws for a mistake in the rule files.
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
  /** Maximum number of elements in one offspring answer. */
  readonly maxResults: number
}

export interface OpenedRuleset {
  readonly ruleset: Ruleset | undefined
  /** A ruleset for inspection even if errors prevent serving it. Undefined if the model could not be compiled. */
  readonly draft: Ruleset | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export async function openRuleset(options: OpenOptions): Promise<OpenedRuleset> {
  return compileRuleset(loadRules(options), options.maxResults)
}

/** Compiles rule files that are already loaded. */
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
  const { tables, diagnostics: corrections } = asMeant(written)
  const { model, diagnostics: compiling } = await compileModel(tables)
  const found = new DiagnosticList()
  found.push(...loading, ...corrections, ...compiling)
  for (const locale of tables.locales) checkWords(locale, tables, found)
  const lexicons = new Map(tables.locales.map((locale) => [locale.language, buildLexicon(locale)]))
  // After a correction the model contains words that the author did not write.
  if (model === undefined || corrections.length > 0)
    return { ruleset: undefined, draft: undefined, diagnostics: [...found] }
  const draft = createRuleset(model, lexicons, maxResults)
  if (!hasErrors(found)) found.push(...findAmbiguousNames(model, lexicons))
  const diagnostics = [...found]
  return { ruleset: hasErrors(diagnostics) ? undefined : draft, draft, diagnostics }
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity === 'error')
}
