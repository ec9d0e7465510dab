/**
 * Writes answers: headers every answer carries, bodies as JSON, one place for each.
 * Guarantees: nothing is written twice; lengths are exact; nothing may be cached or framed.
 * Leaves to others: whether a body keeps the contract (app.ts).
 */
import type { ServerResponse } from 'node:http'
import { ContractError } from '../coats/contract-error.js'
import { errorBody } from './errors.js'

export type Headers = Readonly<Record<string, string>>

const COMMON: Headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** When a client may ask again after a 503. */
export const RETRY_SECONDS = '1'

/** Ends the response with this JSON text. As text it leaves in one piece with the head, in one write. */
export function sendJson(response: ServerResponse, status: number, headers: Headers, text: string): void {
  response
    .writeHead(status, { ...COMMON, ...headers, 'Content-Length': Buffer.byteLength(text) })
    .end(text, 'utf8')
}

/** Begins a 200 whose JSON follows in pieces. */
export function beginJson(response: ServerResponse, headers: Headers): void {
  response.writeHead(200, { ...COMMON, ...headers })
}

/** A public page of the service, with the policy that lets it load nothing from elsewhere. */
export function sendPage(response: ServerResponse, type: string, headers: Headers, bytes: Buffer): void {
  response
    .writeHead(200, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...headers,
    })
    .end(bytes)
}

/** What a request gets between the port's opening and the store's. @param headers that every answer carries */
export function sendStarting(response: ServerResponse, headers: Headers): void {
  const starting = new ContractError('SERVICE_UNAVAILABLE', 'The service is starting')
  sendJson(
    response,
    starting.status,
    { ...headers, 'Retry-After': RETRY_SECONDS },
    JSON.stringify(errorBody(starting)),
  )
}
