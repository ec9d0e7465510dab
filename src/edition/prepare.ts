/**
 * Rule files → a prepared edition, or what is wrong with them: load, compile, run the examples, fill the contract.
 * Guarantees: nothing thrown for what an author wrote; one consistent reading of the files; the same work whether a
 * server starts or a thread beside it prepares the next edition.
 * Leaves to others: what a fault stops (main.ts at the start, build-thread.ts for a reload).
 */
import type { Coats } from '../coats/answers.js'
import { compileRuleBook } from '../coats/open.js'
import { coatsOf } from '../coats/questions.js'
import type { RuleBook } from '../coats/rule-book.js'
import { fillSlots } from '../http/contract-slots.js'
import type { Json } from '../http/contract.js'
import { fitExamples } from '../http/examples.js'
import type { Diagnostic } from '../rules/diagnostic.js'
import { loadSource } from '../rules/load.js'
import { fingerprintOf, readSource } from '../rules/source.js'
import { runExamples, type ExampleFailure } from '../workbench/examples.js'
import type { PreparedEdition } from './edition.js'
import { languageFault } from './setting-faults.js'
import { FORGETFUL, type Makers } from './memory.js'
import { servedModel } from './served-model.js'

export interface EditionOptions {
  readonly rulesDir: string
  readonly localesDir: string
  readonly maxResults: number
  /** Undefined: the first language the rules name. */
  readonly defaultLanguage: string | undefined
  /** openapi.yaml, whose slots are not filled. */
  readonly contractText: string
}

export interface Preparation {
  /** Of the files that were read; differs as soon as a letter of them does. */
  readonly fingerprint: string
  /** Undefined when the rules cannot be served: a diagnostic is an error, or the language is not theirs. */
  readonly edition: PreparedEdition | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly failures: readonly ExampleFailure[]
  /** Why a setting cannot be used with these files: the default language, or a folder. */
  readonly settingFault: string | undefined
}

/** The same files as before: nothing was done. */
export type Unchanged = 'unchanged'

/** @param known the fingerprint of files that need no second look @param makers of parts that may be remembered */
export async function prepareEdition(options: EditionOptions): Promise<Preparation>
export async function prepareEdition(
  options: EditionOptions,
  known: string | undefined,
  makers: Makers,
): Promise<Preparation | Unchanged>
export async function prepareEdition(
  options: EditionOptions,
  known?: string,
  makers = FORGETFUL,
): Promise<Preparation | Unchanged> {
  const source = readSource(options.rulesDir, options.localesDir)
  const fingerprint = fingerprintOf(source)
  if (fingerprint === known) return 'unchanged'
  const { book, diagnostics } = await compileRuleBook(
    loadSource(source, makers.newParser()),
    options.maxResults,
  )
  const found = { fingerprint, diagnostics }
  if (book === undefined) return { ...found, edition: undefined, failures: [], settingFault: undefined }
  const language = options.defaultLanguage ?? book.languages[0] ?? ''
  const settingFault = languageFault(language, book.languages)
  if (settingFault !== undefined) return { ...found, edition: undefined, failures: [], settingFault }
  return {
    ...found,
    edition: editionOf(book, makers, makers.documentOf(options.contractText), language),
    failures: runExamples(book),
    settingFault: undefined,
  }
}

/** The document as it is served: the rules' genes and languages in its slots, its examples answered by them. */
export function filledDocument(unfilled: Json, coats: Coats, defaultLanguage: string): Json {
  return fitExamples(fillSlots(unfilled, coats), coats, defaultLanguage)
}

function editionOf(book: RuleBook, makers: Makers, unfilled: Json, defaultLanguage: string): PreparedEdition {
  const { model, lexicons, maxResults } = book
  const coats = coatsOf(book)
  const document = filledDocument(unfilled, coats, defaultLanguage)
  return {
    model: servedModel(model),
    lexicons,
    maxResults,
    document,
    checks: makers.checksOf(document),
    pages: makers.pagesOf(document),
    defaultLanguage,
  }
}
