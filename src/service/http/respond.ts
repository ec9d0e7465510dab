/**
 * Sends complete answers (JSON or SVG) and defines the common headers: `extraHeaders` for every answer, others for pages,
 * pictures and the catalogue.
 * Guarantees: Content-Length is exact; answers sent from here are not cacheable.
 */
import type { ServerResponse } from 'node:http'

/** Alternating names and values, as in Node's rawHeaders: objects with as many keys would cost more than the rest of an answer. */
export type Headers = readonly string[]

export const JSON_TYPE = 'application/json; charset=utf-8'

const NOT_KEPT: Headers = ['Cache-Control', 'no-store']

/**
 * Headers of every answer, including errors, pages, answers without a body and answers to unparseable requests.
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

/** The default content type. */
const TYPED: Headers = ['Content-Type', JSON_TYPE]

/** Answers to be sent at the end of this turn of the event loop. */
let queued: Answer[] = []

/**
 * Sends head and body in one write and ends the response. All answers of one turn of the event loop are sent together at its end,
 * so that a peer on the same machine, such as a proxy, wakes up once instead of for each answer. Waking it costs more than the
 * write. A connection closed by then gets nothing.
 */
export function sendJson(response: ServerResponse, status: number, headers: Headers, bytes: Buffer): void {
  if (queued.push({ response, status, headers, bytes }) === 1) setImmediate(sendQueued)
}

function sendQueued(): void {
  const answers = queued
  queued = []
  for (const { response, status, headers, bytes } of answers) {
    if (response.destroyed) continue
    try {
      response
        .writeHead(status, [
          ...typeFor(headers),
          ...NOT_KEPT,
          ...headers,
          'Content-Length',
          String(bytes.length),
        ])
        .end(bytes)
    } catch (error) {
      // An invalid header is a bug. It must not prevent the other answers.
      response.destroy(error as Error)
    }
  }
}

/** Sends the head of a 200 whose body, JSON unless the headers name a type, follows in chunks. */
export function beginJson(response: ServerResponse, headers: Headers): void {
  response.writeHead(200, [...typeFor(headers), ...NOT_KEPT, ...headers])
}

function typeFor(headers: Headers): Headers {
  return headers.includes('Content-Type') ? [] : TYPED
}

/**
 * Headers of a public page, which may load and call nothing but the service itself.
 * @param vary request headers that the page depends on @param images allowed sources of images
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

/** Headers of a public file that pages of other sites load too. */
export const SHARED_HEADERS: Headers = [
  ...PAGE_HEADERS,
  ...['Access-Control-Allow-Origin', '*'],
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
]

/** Headers of a picture. Opened as a document, it may not load or run anything. */
export const IMAGE_HEADERS: Headers = [
  ...['Content-Type', 'image/svg+xml; charset=utf-8'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** Headers of the catalogue, which needs a key and depends on the client's language. */
export const CATALOGUE_HEADERS: Headers = [
  ...['Cache-Control', 'private, no-cache'],
  ...['Vary', 'Accept-Encoding, Accept-Language'],
]

/** An answer without a body. */
export function sendBare(response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, [...NOT_KEPT, ...headers, 'Content-Length', '0']).end()
}
