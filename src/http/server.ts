/**
 * The HTTP server around the service: time-outs, header limits, listening.
 * Guarantees: slow or huge headers are cut by the parser; every answer of a connection that is lost learns that it has
 * ended; no connection is owed more than a few answers.
 */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectionOf, Connections, endAnswer, type Connection } from './connections.js'
import { Draining } from './draining.js'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
/**
 * Longer than the idle time-out of usual clients and proxies: if the server closed first, a request sent at that moment
 * would be lost.
 */
const IDLE_TIMEOUT_MS = 65_000
const CHECK_INTERVAL_MS = 1_000
const MOST_HEADER_BYTES = 8 * 1024
const MOST_HEADERS = 64
/** The most pipelined requests that a connection may have unanswered. No usual client comes near it. */
const MOST_OWED = 100

/** By server, for its stop. */
const drainingOf = new WeakMap<Server, Draining>()

export function createHttpServer(listener: RequestListener): Server {
  const connections = new Connections()
  const draining = new Draining(connections)
  const answer: RequestListener = (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    // Requests pipelined behind the one that exceeded the limit still arrive after the socket was destroyed.
    if (socket.destroyed || connection.owed.length === MOST_OWED) return void socket.destroy()
    // The connection is half-closed already: no further answer can be written.
    if (socket.writableEnded) return
    connection.owed.push(response)
    if (!draining.admits(connection)) return endAnswer(connection, response)
    response.on('close', () => {
      endAnswer(connection, response)
      draining.answered(connection)
    })
    const { held } = draining
    if (held === undefined) listener(request, response)
    else held.push(() => void (response.destroyed || listener(request, response)))
  }
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
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
    socket.once('close', () => {
      connections.closed(connection)
      endWaiting(connection)
    })
  })
  drainingOf.set(server, draining)
  server.maxHeadersCount = MOST_HEADERS
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
