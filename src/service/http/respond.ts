/**
 * Writes whole answers, JSON but for pictures, and says which headers every answer has (`ownHeaders`) and which those have
 * that clients may keep.
 * Guarantees: nothing is written twice; lengths are exact; nothing else may be cached, and nothing framed.
 * Leaves to others: pages and the catalogue (cache/tagged-document.ts).
 */
import type { ServerResponse } from 'node:http'

/** Names and values in turn, as in Node's rawHeaders: objects of so many names cost more than the rest of an answer. */
export type Headers = readonly string[]

export const JSON_TYPE = 'application/json; charset=utf-8'

const NOT_KEPT: Headers = ['Cache-Control', 'no-store']

/**
 * Of every answer of the service, refusals, pages, those without a body and those to what is no request too.
 * @param version of the contract
 */
export function extraHeaders(version: string, requestId: string): Headers {
  return ['X-Content-Type-Options', 'nosniff', 'X-API-Version', version, 'X-Request-Id', requestId]
}

export function headerList(named: Readonly<Record<string, string>>): Headers {
  const list: string[] = []
  for (const name in named) list.push(name, named[name] ?? '')
  return list
}

/** The bytes of a JSON body. */
export function jsonBytes(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body))
}

interface Answer {
  readonly response: ServerResponse
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** What an answer is that does not say it is something else. */
const TYPED: Headers = ['Content-Type', JSON_TYPE]

/** Answers that wait to be sent at the end of this turn of the event loop. */
let made: Answer[] = []

/**
 * Ends the response with this JSON, head and body in one write. Answers made in one turn of the event loop leave together
 * at its end: a peer on the same machine, such as a proxy, is then woken once and not for each, which costs more than
 * the writing. A connection that has gone by then gets nothing.
 */
export function sendJson(response: ServerResponse, status: number, headers: Headers, bytes: Buffer): void {
  if (made.push({ response, status, headers, bytes }) === 1) setImmediate(sendMade)
}

/** Sends what was made in this turn. */
function sendMade(): void {
  const answers = made
  made = []
  for (const { response, status, headers, bytes } of answers) {
    if (response.destroyed) continue
    try {
      const type = headers.includes('Content-Type') ? [] : TYPED
      response
        .writeHead(status, [...type, ...NOT_KEPT, ...headers, 'Content-Length', String(bytes.length)])
        .end(bytes)
    } catch (error) {
      // A header that cannot be sent is a defect of ours; it must not take the others' answers with it.
      response.destroy(error as Error)
    }
  }
}

/** Begins a 200 whose JSON follows in pieces. */
export function beginJson(response: ServerResponse, headers: Headers): void {
  response.writeHead(200, [...TYPED, ...NOT_KEPT, ...headers])
}

/**
 * A public page of the service may load nothing from elsewhere, and ask nobody but the service.
 * @param vary the request's headers that it depends on @param images where they may come from
 */
export function pageHeaders(vary: string, images: string): Headers {
  return [
    ...['Cache-Control', 'no-cache'],
    ...['Vary', vary],
    ...['Referrer-Policy', 'no-referrer'],
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src ${images}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ]
}

export const PAGE_HEADERS = pageHeaders('Accept-Encoding', "'self'")

/** Of a picture, which is no JSON; opened by itself it may load nothing and run nothing. */
export const IMAGE_HEADERS: Headers = [
  ...['Content-Type', 'image/svg+xml; charset=utf-8'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** Of the catalogue, which needs a key and speaks the client's language. */
export const CATALOGUE_HEADERS: Headers = [
  ...['Cache-Control', 'private, no-cache'],
  ...['Vary', 'Accept-Encoding, Accept-Language'],
]

/** An answer without a body. */
export function sendBare(response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, [...NOT_KEPT, ...headers, 'Content-Length', '0']).end()
}
