/**
 * What is at the bare address: the page, in a language that the reader speaks, for who asks for a page.
 * Guarantees: whoever does not ask for HTML is led to the reference, as ever, and so is everybody where there is no page.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { TaggedDocument } from './cache/tagged-document.js'
import { acceptsType, negotiateLanguage } from './request/accept.js'
import { pageHeaders, type Headers } from './respond.js'
import type { PublicPage } from '../../pages/public-page.js'

/** Where who only has the address begins, and what it leads to. */
export const FRONT = '/'
export const DOCS = '/docs'

/** What the answer depends on; without a page, on nothing. */
const VARY = 'Accept, Accept-Language, Accept-Encoding'

/** It draws its pictures itself. */
const HEADERS = pageHeaders(VARY, "'self' blob:")

/**
 * @param pages what is served, others among them @param otherwise the language of who says none
 * @returns what to send to whom; undefined: led to the reference, with the headers of `led`
 */
export function createFront(pages: readonly PublicPage[], otherwise: string) {
  const byLanguage = new Map<string, TaggedDocument>()
  for (const { path, language = otherwise, type, bytes } of pages) {
    const headers = [...HEADERS, 'Content-Language', language]
    if (path === FRONT) byLanguage.set(language, new TaggedDocument(bytes, type, headers))
  }
  const languages = [...byLanguage.keys()]
  const led: Headers = languages.length === 0 ? [] : ['Vary', VARY]
  const of = ({ accept, 'accept-language': accepted }: IncomingHttpHeaders): TaggedDocument | undefined =>
    acceptsType(accept, 'text/html')
      ? byLanguage.get(negotiateLanguage(accepted, languages, otherwise))
      : undefined
  return { led, of }
}
