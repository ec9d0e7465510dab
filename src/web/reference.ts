/** Stands in until the reference page is rendered. */
import type { Json } from '../http/contract.js'
export function renderReference(document: Json): { readonly html: string; readonly css: string } {
  return { html: `<!doctype html><title>${String((document['info'] as Json)['title'])}</title>`, css: '' }
}
