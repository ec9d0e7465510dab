/**
 * The HTTP server around the service: time-outs, header limits, listening, draining.
 * Guarantees: slow or huge headers are cut by the parser; a stop lets answers under way end and then closes.
 * Leaves to others: what is answered (app.ts).
 */
import { createServer, type RequestListener, type Server } from 'node:http'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
const CHECK_INTERVAL_MS = 1_000
const MOST_HEADER_BYTES = 8 * 1024
const MOST_HEADERS = 64

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      insecureHTTPParser: false,
    },
    (request, response) => {
      // While draining, each answer says that it is its connection's last, so that clients move on.
      if (!server.listening) response.setHeader('Connection', 'close')
      listener(request, response)
    },
  )
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

/** Stops accepting, waits for answers under way, closes idle connections at once. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve()
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
