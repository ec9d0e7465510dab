/**
 * openapi.yaml as a document and back, keeping its comments and its order.
 * Guarantees: what is written is what was read but for the places set.
 * Leaves to others: the file (contract-file.ts), what stands there (slots.ts) and what it means (contract.ts).
 */
import { parseDocument, stringify } from 'yaml'
import { readContractText } from './contract-file.js'
import type { Json } from './contract.js'

/** The contract shipped with this package. */
export function readDocument(): Json {
  return documentOf(readContractText())
}

export function documentOf(text: string): Json {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) throw error
  return document.toJS() as Json
}

/** The text with some places set. @param places pairs of a path and the plain value that shall stand there, if any */
export function withPlaces(text: string, places: readonly (readonly [readonly string[], unknown])[]): string {
  const document = parseDocument(text)
  for (const [path, value] of places) {
    if (value === undefined) document.deleteIn(path)
    else document.setIn(path, document.createNode(value, { aliasDuplicateObjects: false }))
  }
  return document.toString({ lineWidth: 120 })
}

/** The document as YAML text, as clients fetch it. */
export function documentText(document: Json): string {
  return stringify(document, { aliasDuplicateObjects: false })
}
