/**
 * openapi.yaml as a document and back, keeping its comments and its order.
 * Guarantees: what is written is what was read but for the places that differ.
 * Leaves to others: the file (contract-file.ts), what stands there (slots.ts) and what it means (contract.ts).
 */
import { parseDocument, stringify, type Document } from 'yaml'
import type { Json } from '../../../common/json.js'

export function documentOf(text: string): Json {
  return parsed(text).toJS() as Json
}

/** The text with what differs in the wanted document, and only that, written anew. */
export function withChanges(text: string, wanted: Json): string {
  const document = parsed(text)
  change(document, [], document.toJS(), wanted)
  return document.toString({ lineWidth: 120 })
}

/** The document as YAML text, as clients fetch it. */
export function documentText(document: Json): string {
  return stringify(document, { aliasDuplicateObjects: false })
}

function parsed(text: string): Document.Parsed {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) throw error
  return document
}

function change(document: Document, path: readonly string[], now: unknown, wanted: unknown): void {
  if (JSON.stringify(now) === JSON.stringify(wanted)) return
  if (wanted === undefined) document.deleteIn(path)
  else if (isJson(now) && isJson(wanted) && isInOrder(now, wanted))
    for (const name of new Set([...Object.keys(now), ...Object.keys(wanted)]))
      change(document, [...path, name], now[name], wanted[name])
  else document.setIn(path, document.createNode(wanted, { aliasDuplicateObjects: false }))
}

/** Whether new members come after those that stay. */
function isInOrder(now: Json, wanted: Json): boolean {
  const merged = Object.keys({ ...now, ...wanted }).filter((name) => Object.hasOwn(wanted, name))
  return merged.join() === Object.keys(wanted).join()
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
