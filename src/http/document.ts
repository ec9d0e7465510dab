/**
 * Reads and writes openapi.yaml, keeping its comments and its order.
 * Guarantees: what is written is what was read but for the places set.
 * Leaves to others: what stands there (contract-slots.ts) and what it means (contract.ts).
 */
import { readFileSync } from 'node:fs'
import { parseDocument, stringify } from 'yaml'
import type { Json } from './contract.js'

/** The contract shipped with this package. */
export const CONTRACT_FILE = new URL('../../../openapi.yaml', import.meta.url)

export function readDocument(): Json {
  const document = parseDocument(readFileSync(CONTRACT_FILE, 'utf8'))
  const [error] = document.errors
  if (error !== undefined) throw error
  return document.toJS() as Json
}

/** The text with some places set. @param places pairs of a path and the plain value that shall stand there */
export function withPlaces(text: string, places: readonly (readonly [readonly string[], unknown])[]): string {
  const document = parseDocument(text)
  for (const [path, value] of places) {
    const node = document.createNode(value, { aliasDuplicateObjects: false })
    document.setIn(path, node)
  }
  return document.toString({ lineWidth: 120 })
}

/** The document as YAML text, as clients fetch it. */
export function documentText(document: Json): string {
  return stringify(document, { aliasDuplicateObjects: false })
}
