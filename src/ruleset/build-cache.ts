/**
 * What whoever prepares snapshots again and again remembers of the last time: parsed files by their text, the contract
 * as a document, its checks by its schemas, its pages by what it says.
 * Guarantees: nothing is remembered but under everything that it is made of; never more than one rule set's.
 * Leaves to others: making each of them. Whoever prepares once has no use for it.
 */
import { checkedSchemas, writeContractChecks } from '../http/contract/checks-of-document.js'
import type { Json } from '../http/contract/contract.js'
import { documentOf } from '../http/contract/document.js'
import { parseFile } from '../rules/yaml/parse.js'
import { createParseMemory } from '../rules/yaml/parse-memory.js'
import type { ParseFile } from '../rules/yaml/parse-rules.js'
import { renderPages, type PageBytes } from './pages.js'

export interface BuildCache {
  /** Parses the files of one reading. */
  readonly newParser: () => ParseFile
  readonly documentOf: (text: string) => Json
  readonly checksOf: (document: Json) => string
  readonly pagesOf: (document: Json) => readonly PageBytes[]
}

/** Makes everything anew. */
export const FORGETFUL: BuildCache = {
  newParser: () => parseFile,
  documentOf,
  checksOf: writeContractChecks,
  pagesOf: renderPages,
}

/** Makes anew only what became another. */
export function createBuildCache(): BuildCache {
  return {
    newParser: createParseMemory(),
    documentOf: lastOf((text) => text, FORGETFUL.documentOf),
    checksOf: lastOf((document) => JSON.stringify(checkedSchemas(document)), FORGETFUL.checksOf),
    pagesOf: lastOf((document) => JSON.stringify(document), FORGETFUL.pagesOf),
  }
}

function lastOf<Given, Made>(
  keyOf: (given: Given) => string,
  make: (given: Given) => Made,
): (given: Given) => Made {
  let last: { readonly key: string; readonly made: Made } | undefined
  return (given) => {
    const key = keyOf(given)
    if (last?.key !== key) last = { key, made: make(given) }
    return last.made
  }
}
