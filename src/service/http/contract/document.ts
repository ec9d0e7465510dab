/**
 * Parses openapi.yaml and writes it back with its comments and order.
 * Guarantees: only the parts that differ are rewritten.
 */
import { parseDocument, stringify, type Document } from 'yaml'
import type { Json } from '../../../common/json.js'

export function documentOf(text: string): Json {
  return parsed(text).toJS() as Json
}

/** The text changed to represent the wanted document. Only differing parts are rewritten. */
export function withChanges(text: string, wanted: Json): string {
  const document = parsed(text)
  change(document, [], document.toJS(), wanted)
  return document.toString({ lineWidth: 120 })
}

/** The document as YAML text, as served. */
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

/** Whether all new members come after the existing ones, in the existing order. */
function isInOrder(now: Json, wanted: Json): boolean {
  const merged = Object.keys({ ...now, ...wanted }).filter((name) => Object.hasOwn(wanted, name))
  return merged.join() === Object.keys(wanted).join()
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
