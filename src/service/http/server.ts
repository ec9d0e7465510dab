/**
 * The HTTP server around the service: timeouts, header limits, listening.
 * Guarantees: slow or huge headers are cut off; if a connection is lost, all its pending responses are closed; a connection has at
 * most a few unanswered requests; connections of clients that do not read are closed.
 */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectionOf, Connections, endAnswer, type Connection } from './connections/connections.js'
import { Draining } from './connections/draining.js'
import { limitPipelining } from './connections/pipelining.js'
import { CHECK_MS, findStalled, type ClosedBecause } from './connections/stalled-answers.js'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
/**
 * Longer than the idle timeout of common clients and proxies: if the server closed first, a request sent at that moment would
 * be lost.
 */
const IDLE_TIMEOUT_MS = 65_000
const CHECK_INTERVAL_MS = 1_000
const MAX_HEADER_BYTES = 8 * 1024

/** Used by `drain`. */
const drainingOf = new WeakMap<Server, Draining>()

export interface ServerOptions {
  /** Called for each connection that is closed because its client does not read. */
  readonly onClosed?: (why: ClosedBecause) => void
  /** Interval of these checks. */
  readonly checkMs?: number
}

export function createHttpServer(
  listener: RequestListener,
  { onClosed, checkMs = CHECK_MS }: ServerOptions = {},
): Server {
  const connections = new Connections()
  const draining = new Draining(connections)
  const answer: RequestListener = (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    // Pipelined requests of the same chunk still arrive after the connection was lost or half-closed.
    if (socket.destroyed || socket.writableEnded) return
    connection.pending.push(response)
    if (!draining.admits(connection)) return endAnswer(connection, response)
    response.on('close', () => {
      endAnswer(connection, response)
      draining.answered(connection)
      connection.readOn()
    })
    const { held } = draining
    if (held === undefined) listener(request, response)
    else held.push(() => void (response.destroyed || listener(request, response)))
  }
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      insecureHTTPParser: false,
      // Node would answer without the common headers, so app.ts refuses such a request.
      requireHostHeader: false,
    },
    answer,
  )
  // Node would answer 417, which the contract does not declare. An expectation may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', answer)
  server.on('connection', (socket) => {
    const connection = connectionOf(socket)
    connections.opened(connection)
    connection.readOn = limitPipelining(connection)
    socket.once('close', () => {
      connections.closed(connection)
      endWaiting(connection)
    })
  })
  const checkStalled = (): void => {
    for (const [{ socket }, why] of findStalled(connections)) {
      // A reset also frees the data in the kernel that the client does not read.
      socket.resetAndDestroy()
      onClosed?.(why)
    }
  }
  let checks: NodeJS.Timeout | undefined
  server.on('listening', () => (checks = setInterval(checkStalled, checkMs).unref()))
  server.on('close', () => clearInterval(checks))
  drainingOf.set(server, draining)
  // Node would silently drop header lines beyond a limit, such as those of a proxy, so app.ts refuses such a request.
  server.maxHeadersCount = 0
  return server
}

/** Resolves with the actual port. Rejects with Node's error if listening fails. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * Closes the server after answers in progress have ended. @param graceMs during this period new connections are accepted and
 * each answer closes its connection; skipped if there are no connections
 */
export function drain(server: Server, graceMs = 0): Promise<void> {
  return drainingOf.get(server)?.drain(server, graceMs) ?? Promise.resolve()
}

/** Closes queued responses of a lost connection. Node notifies only the response being sent; the others would never end. */
function endWaiting({ pending }: Connection): void {
  for (const response of [...pending]) {
    if (response.socket !== null || response.writableFinished) continue
    response.destroy()
    response.emit('close')
  }
}
