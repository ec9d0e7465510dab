/**
 * Prepares a snapshot from rule files: load, compile, run the examples, fill in the contract.
 * Guarantees: never throws for a mistake in rule files; reads the files once, consistently; does the same at start and on reload.
 */
import { compileRuleset } from '../../operations/open-ruleset.js'
import type { Ruleset } from '../../operations/ruleset.js'
import type { Json } from '../../common/json.js'
import { documentOf, documentText } from '../http/contract/document.js'
import { fitExamples } from '../http/contract/examples.js'
import { fillSlots, renderSlots } from '../http/contract/slots.js'
import { writeChecks } from '../http/contract/validators.js'
import type { PublicPage } from '../../pages/public-page.js'
import { createBoundedMap } from '../../common/memo.js'
import { pageFiles } from '../../pages/app/page-files.js'
import { loadParsed } from '../../rules/load.js'
import { fingerprintOf, readSource } from '../../rules/source.js'
import type { LocusTable } from '../../rules/tables.js'
import { createParseMemory, parseRules } from '../../rules/yaml/parse-rules.js'
import { languageFault } from './setting-faults.js'
import type { PreparedSnapshot } from './snapshot.js'
import { renderReference } from '../../pages/reference/reference.js'
import { runExamples } from '../../workbench/examples/examples.js'

export interface SnapshotOptions {
  readonly rulesDir: string
  readonly localesDir: string
  readonly maxResults: number
  /** Undefined: the first language of the rules. */
  readonly defaultLanguage: string | undefined
  /** openapi.yaml with its slots unfilled. */
  readonly contractText: string
}

/** MAX_RESULTS for the contract's examples, so that they do not depend on this service's settings. */
const EXAMPLE_RESULTS = 50_000

/** Reads the files, with a fingerprint of their content. */
export function readFiles({ rulesDir, localesDir }: SnapshotOptions) {
  const source = readSource(rulesDir, localesDir)
  return { source, fingerprint: fingerprintOf(source) }
}

/**
 * The snapshot is undefined if the rules cannot be served: a diagnostic is an error, or `settingFault` says why the default language
 * is invalid. @param cache of the previous preparation
 */
export async function prepareSnapshot(
  options: SnapshotOptions,
  { source, fingerprint } = readFiles(options),
  cache = new BuildCache(),
) {
  const { ruleset, diagnostics } = await compileRuleset(
    loadParsed(parseRules(source, cache.newParser())),
    options.maxResults,
  )
  const found = { fingerprint, diagnostics, snapshot: undefined, failures: [], settingFault: undefined }
  if (ruleset === undefined) return found
  const language = options.defaultLanguage ?? ruleset.languages[0] ?? ''
  const settingFault = languageFault(language, ruleset.languages)
  if (settingFault !== undefined) return { ...found, settingFault }
  return { ...found, snapshot: snapshotOf(ruleset, language, options, cache), failures: runExamples(ruleset) }
}

function snapshotOf(
  ruleset: Ruleset,
  defaultLanguage: string,
  { contractText }: SnapshotOptions,
  cache: BuildCache,
): PreparedSnapshot {
  const { maxResults, languages } = ruleset
  const forExamples = { ...ruleset, maxResults: EXAMPLE_RESULTS }
  const { document: documents, checks, pages } = cache
  const unfilled = documents.known(contractText) ?? documents.keep(contractText, documentOf(contractText))
  const document = fitExamples(fillSlots(unfilled, forExamples), forExamples, languages[0] ?? '')
  // The schemas do not depend on the examples, which every edit of a name changes.
  const schemas = JSON.stringify([contractText, renderSlots(forExamples)])
  const { loci } = ruleset.model.source
  const shown = JSON.stringify([document, loci])
  const served = servedRules(ruleset)
  const reference = pages.known(shown) ?? pages.keep(shown, pagesOf(document, loci))
  return {
    ...served,
    maxResults,
    document,
    checks: checks.known(schemas) ?? checks.keep(schemas, writeChecks(document)),
    pages: [...reference, ...pageFiles(served)],
    defaultLanguage,
  }
}

/**
 * Caches between preparations, so that a reload parses only changed files and renders only what changed. Each entry is keyed by all
 * its inputs; only the latest rule set is kept.
 */
export class BuildCache {
  /** Creates a parser that reuses unchanged files. */
  readonly newParser = createParseMemory()
  readonly document = createBoundedMap<string, Json>(1)
  readonly checks = createBoundedMap<string, string>(1)
  readonly pages = createBoundedMap<string, readonly PublicPage[]>(1)
}

/** Public pages: the contract as YAML, as JSON and as a reference. */
function pagesOf(document: Json, loci: readonly LocusTable[]): readonly PublicPage[] {
  const encoder = new TextEncoder()
  const { html, css, js } = renderReference(document, loci)
  const json = `${JSON.stringify(document, null, 2)}\n`
  const pages = [
    { path: '/openapi.yaml', type: 'application/yaml; charset=utf-8', text: documentText(document) },
    { path: '/openapi.json', type: 'application/json; charset=utf-8', text: json },
    { path: '/docs', type: 'text/html; charset=utf-8', text: html },
    { path: '/docs/reference.css', type: 'text/css; charset=utf-8', text: css },
    { path: '/docs/reference.js', type: 'text/javascript; charset=utf-8', text: js },
  ]
  return pages.map(({ path, type, text }) => ({ path, type, bytes: encoder.encode(text) }))
}

/**
 * A copy of a ruleset's model and lexicons without data that only compilation and authors' tools need: examples, example animals,
 * and texts of locale files that the lexicons contain already. Words for parsing names are kept, and so is sharing between objects.
 * That is a quarter less to load at start, to transfer between threads and to keep in memory.
 */
export function servedRules({ model, lexicons }: Pick<Ruleset, 'model' | 'lexicons'>) {
  const served = structuredClone({ model, lexicons })
  const { source } = served.model
  const { loci, tables, linkage, locales } = source
  for (const table of [...loci, ...tables, ...linkage]) Object.assign(table, { examples: [] })
  const remarks = { carries: {}, health: {}, reports: {} }
  const unread = { notes: {}, causes: {}, why: {}, genes: {}, remarks, words: '' }
  for (const locale of locales) Object.assign(locale, unread)
  Object.assign(source, { horses: [] })
  return served
}
