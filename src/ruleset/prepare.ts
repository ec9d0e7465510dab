/**
 * Rule files → a prepared snapshot, or what is wrong with them: load, compile, run the examples, fill the contract.
 * Guarantees: nothing thrown for what an author wrote; one consistent reading of the files; the same work whether a
 * server starts or a thread beside it prepares the next snapshot.
 * Leaves to others: what a fault stops (main.ts at the start, build-thread.ts for a reload).
 */
import type { Coats } from '../coats/answers.js'
import { compileRuleBook } from '../coats/open-rule-book.js'
import { coatsOf } from '../coats/questions.js'
import type { RuleBook } from '../coats/rule-book.js'
import { fillSlots } from '../http/contract/slots.js'
import type { Json } from '../http/contract/contract.js'
import { fitExamples } from '../http/contract/examples.js'
import type { Diagnostic } from '../rules/diagnostic.js'
import { loadSource } from '../rules/load.js'
import { fingerprintOf, readSource } from '../rules/source.js'
import { runExamples, type ExampleFailure } from '../workbench/examples/examples.js'
import type { PreparedSnapshot } from './snapshot.js'
import { languageFault } from './setting-faults.js'
import { FORGETFUL, type BuildCache } from './build-cache.js'
import { servedModel } from './served-model.js'

export interface SnapshotOptions {
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
  readonly snapshot: PreparedSnapshot | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly failures: readonly ExampleFailure[]
  /** Why a setting cannot be used with these files: the default language, or a folder. */
  readonly settingFault: string | undefined
}

/** The same files as before: nothing was done. */
export type Unchanged = 'unchanged'

/** @param known the fingerprint of files that need no second look @param makers of parts that may be remembered */
export async function prepareSnapshot(options: SnapshotOptions): Promise<Preparation>
export async function prepareSnapshot(
  options: SnapshotOptions,
  known: string | undefined,
  makers: BuildCache,
): Promise<Preparation | Unchanged>
export async function prepareSnapshot(
  options: SnapshotOptions,
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
  if (book === undefined) return { ...found, snapshot: undefined, failures: [], settingFault: undefined }
  const language = options.defaultLanguage ?? book.languages[0] ?? ''
  const settingFault = languageFault(language, book.languages)
  if (settingFault !== undefined) return { ...found, snapshot: undefined, failures: [], settingFault }
  return {
    ...found,
    snapshot: snapshotOf(book, makers, makers.documentOf(options.contractText), language),
    failures: runExamples(book),
    settingFault: undefined,
  }
}

/** The document as it is served: the rules' genes and languages in its slots, its examples answered by them. */
export function filledDocument(unfilled: Json, coats: Coats, defaultLanguage: string): Json {
  return fitExamples(fillSlots(unfilled, coats), coats, defaultLanguage)
}

function snapshotOf(
  book: RuleBook,
  makers: BuildCache,
  unfilled: Json,
  defaultLanguage: string,
): PreparedSnapshot {
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
