/**
 * What anybody may read without a key: the contract as YAML, as JSON and as a page.
 * Guarantees: all of them say what the one document says.
 * Leaves to others: how the page looks (web/) and how it is sent (http/).
 */
import type { Json } from '../http/contract/contract.js'
import { documentText } from '../http/contract/document.js'
import { renderReference } from '../web/reference.js'

export interface PageBytes {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** @param document with its slots filled, as served */
export function renderPages(document: Json): readonly PageBytes[] {
  const encoder = new TextEncoder()
  const { html, css } = renderReference(document)
  const json = `${JSON.stringify(document, null, 2)}\n`
  const pages = [
    { path: '/openapi.yaml', type: 'application/yaml; charset=utf-8', text: documentText(document) },
    { path: '/openapi.json', type: 'application/json; charset=utf-8', text: json },
    { path: '/docs', type: 'text/html; charset=utf-8', text: html },
    { path: '/docs/reference.css', type: 'text/css; charset=utf-8', text: css },
  ]
  return pages.map(({ path, type, text }) => ({ path, type, bytes: encoder.encode(text) }))
}
