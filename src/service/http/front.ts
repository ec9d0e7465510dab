/**
 * Handles the root path: clients that accept `text/html` get the page in their language.
 * Guarantees: other clients are redirected to the reference, and so are all clients if the page is disabled.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { TaggedDocument } from './cache/tagged-document.js'
import { acceptsType, negotiateLanguage } from './request/accept.js'
import { pageHeaders, type Headers } from './respond.js'
import type { PublicPage } from '../../pages/public-page.js'

/** The root path, and the target of its redirect. */
export const FRONT = '/'
export const DOCS = '/docs'

/** Request headers that the answer depends on, if the page is served. */
const VARY = 'Accept, Accept-Language, Accept-Encoding'

/** Images may come from blob: URLs, because the page draws its pictures itself. */
const HEADERS = pageHeaders(VARY, "'self' blob:")

/**
 * @param pages all public pages @param fallback language of requests without Accept-Language
 * @returns `of`: the page for a request, or undefined for a redirect with `redirectHeaders`
 */
export function createFront(pages: readonly PublicPage[], fallback: string) {
  const byLanguage = new Map<string, TaggedDocument>()
  for (const { path, language = fallback, type, bytes } of pages) {
    const headers = [...HEADERS, 'Content-Language', language]
    if (path === FRONT) byLanguage.set(language, new TaggedDocument(bytes, type, headers))
  }
  const languages = [...byLanguage.keys()]
  const redirectHeaders: Headers = languages.length === 0 ? [] : ['Vary', VARY]
  const of = ({ accept, 'accept-language': accepted }: IncomingHttpHeaders): TaggedDocument | undefined =>
    acceptsType(accept, 'text/html')
      ? byLanguage.get(negotiateLanguage(accepted, languages, fallback))
      : undefined
  return { redirectHeaders, of }
}
