/**
 * Rule files → a prepared snapshot, or what is wrong with them: load, compile, run the examples, fill the contract.
 * Guarantees: nothing thrown for what an author wrote; one consistent reading of the files; the same work in a start and in
 * the thread beside a server.
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
  /** Undefined: the first language the rules name. */
  readonly defaultLanguage: string | undefined
  /** openapi.yaml, whose slots are not filled. */
  readonly contractText: string
}

/** The most results under which the contract's examples are answered, whatever this service's own settings are. */
const EXAMPLE_RESULTS = 50_000

/** One reading of the files, whose fingerprint differs as soon as a letter of them does. */
export function readFiles({ rulesDir, localesDir }: SnapshotOptions) {
  const source = readSource(rulesDir, localesDir)
  return { source, fingerprint: fingerprintOf(source) }
}

/**
 * The snapshot is undefined when the rules cannot be served: a diagnostic is an error, or `settingFault` tells why the default
 * language is not theirs. @param cache of the preparation before this one
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
  // Examples, which any edit of a name changes, are in no schema.
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
 * What is kept from one preparation to the next: a warm reload parses one file and renders what changed.
 * Each thing is kept under everything that it is made of, and never more than one rule set's.
 */
export class BuildCache {
  /** Parses the files of one reading. */
  readonly newParser = createParseMemory()
  readonly document = createBoundedMap<string, Json>(1)
  readonly checks = createBoundedMap<string, string>(1)
  readonly pages = createBoundedMap<string, readonly PublicPage[]>(1)
}

/** What anybody may read without a key: the served document as YAML, as JSON and as a page. */
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
 * A ruleset's model and words as requests need them, without what only their making and the authors' tools read: examples,
 * whole horses, and texts of locale files, which are lexicons by now; the words by which names are read stay. A copy, in
 * which what was one object is one still: a quarter less for a start to read, for a thread to hand over, and to be kept.
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
