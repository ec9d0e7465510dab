/**
 * The HTTP server around the service: time-outs, header limits, listening.
 * Guarantees: the parser cuts off slow or huge headers; when a connection is lost, each of its answers learns that it has
 * ended; no connection has more than a few unanswered requests, and none stays open whose client does not read.
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
 * Longer than the idle time-out of usual clients and proxies: if the server closed first, a request sent at that moment
 * would be lost.
 */
const IDLE_TIMEOUT_MS = 65_000
const CHECK_INTERVAL_MS = 1_000
const MAX_HEADER_BYTES = 8 * 1024

/** By server, for its stop. */
const drainingOf = new WeakMap<Server, Draining>()

export interface ServerOptions {
  /** Called for each connection that is closed because its client does not read. */
  readonly onClosed?: (why: ClosedBecause) => void
  /** How often that is looked for. */
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
    // Requests of the same chunk still come after the connection was lost or half-closed.
    if (socket.destroyed || socket.writableEnded) return
    connection.owed.push(response)
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
      // Node would answer without the headers of every answer: app.ts refuses it.
      requireHostHeader: false,
    },
    answer,
  )
  // Node would answer 417, which the contract does not know; an expectation may be ignored (RFC 9110 10.1.1).
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
      // A reset, so that the kernel does not keep what the client does not read either.
      socket.resetAndDestroy()
      onClosed?.(why)
    }
  }
  let checks: NodeJS.Timeout | undefined
  server.on('listening', () => (checks = setInterval(checkStalled, checkMs).unref()))
  server.on('close', () => clearInterval(checks))
  drainingOf.set(server, draining)
  // Node would drop the lines beyond a limit without a word, the proxy's own among them: app.ts refuses such a request.
  server.maxHeadersCount = 0
  return server
}

/** Resolves with the port listened on. Rejects with Node's error when the port cannot be had. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * Lets answers under way end, and then closes. @param graceMs for so long new connections are taken, and every answer ends
 * its own; none is given when nobody is connected
 */
export function drain(server: Server, graceMs = 0): Promise<void> {
  return drainingOf.get(server)?.drain(server, graceMs) ?? Promise.resolve()
}

/** Node reports a lost connection only to the answer whose turn it is: those that wait for theirs would never end. */
function endWaiting({ owed }: Connection): void {
  for (const response of [...owed]) {
    if (response.socket !== null || response.writableFinished) continue
    response.destroy()
    response.emit('close')
  }
}
