/**
 * The HTTP server around the service: time-outs, header limits, listening, draining.
 * Guarantees: slow or huge headers are cut by the parser; a stop lets answers under way end and then closes.
 * Leaves to others: what is answered (app.ts).
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createUnderWay, type UnderWay } from './under-way.js'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
const CHECK_INTERVAL_MS = 1_000
const MOST_HEADER_BYTES = 8 * 1024
const MOST_HEADERS = 64

/** Answers not yet given, by server: a stop tells each that it is its connection's last. */
const answersUnderWay = new WeakMap<Server, UnderWay>()

export function createHttpServer(listener: RequestListener): Server {
  const underWay = createUnderWay()
  const answer: RequestListener = (request, response) => {
    underWay.add(response)
    response.on('close', () => {
      underWay.remove(response)
      if (!server.listening) server.closeIdleConnections()
    })
    if (!server.listening) endWith(response)
    listener(request, response)
  }
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      insecureHTTPParser: false,
    },
    answer,
  )
  // Node would answer 417, which the contract does not know; an expectation may be ignored (RFC 9110 10.1.1).
  server.on('checkExpectation', answer)
  answersUnderWay.set(server, underWay)
  server.maxHeadersCount = MOST_HEADERS
  return server
}

/** Resolves with the port listened on. Rejects with Node's error when the port cannot be had. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Otherwise a client would keep the connection, and the stop waiting, for another request. */
function endWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** Stops accepting, waits for answers under way, closes idle connections at once. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve()
    server.close(() => resolve())
    answersUnderWay.get(server)?.forEach(endWith)
    server.closeIdleConnections()
  })
}
