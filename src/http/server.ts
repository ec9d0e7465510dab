/**
 * The HTTP server around the service: time-outs, header limits, listening, draining.
 * Guarantees: slow or huge headers are cut by the parser; a stop lets answers under way end and then closes; every
 * answer of a connection that is lost is told that it has ended; no connection is owed more than a few answers.
 * Leaves to others: what is answered (app.ts).
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { createConnections, type Connection, type Connections, type Owed } from './connections.js'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
const CHECK_INTERVAL_MS = 1_000
const MOST_HEADER_BYTES = 8 * 1024
const MOST_HEADERS = 64
/** A client that asks for more before it has been answered is none that anybody uses. */
const MOST_OWED = 100

/** By server, for its stop. */
const connectionsOf = new WeakMap<Server, Connections>()

export function createHttpServer(listener: RequestListener): Server {
  const connections = createConnections()
  const answer: RequestListener = (request, response) => {
    const { socket } = request
    const connection = connections.of(socket)
    // What was read together with the request that was too many comes here too.
    if (socket.destroyed || connection.owed.length === MOST_OWED) return void socket.destroy()
    connections.add(response)
    if (!server.listening && !endAfter(connection.owed)) return connections.remove(response)
    response.on('close', () => {
      connections.remove(response)
      if (!server.listening) closeIdle(connection)
    })
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
  server.on('connection', (socket) => {
    connections.opened(socket)
    socket.once('close', () => {
      connections.closed(socket)
      endWaiting(connections.of(socket).owed)
    })
  })
  connectionsOf.set(server, connections)
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
    // Not the HTTP server's own: that cuts answers off that were written but have not all left yet.
    NetServer.prototype.close.call(server, () => resolve())
    connectionsOf.get(server)?.forEach((connection) => {
      endAfter(connection.owed)
      closeIdle(connection)
    })
  })
}

/** Node tells of a lost connection only the answer whose turn it is: those that wait for theirs would never end. */
function endWaiting(owed: Owed): void {
  for (const response of [...owed]) {
    if (response.socket !== null || response.writableFinished) continue
    response.destroy()
    response.emit('close')
  }
}

/**
 * The last answer of a connection says that it is that. Otherwise a client would keep the connection, and the stop waiting,
 * for another request. False where an earlier one has said so: what comes after it would not be sent.
 */
function endAfter(owed: Owed): boolean {
  const earlier = owed.slice(0, -1)
  if (earlier.some((each) => each.headersSent && each.getHeader('Connection') === 'close')) return false
  for (const each of earlier)
    if (!each.headersSent && each.hasHeader('Connection')) each.removeHeader('Connection')
  const last = owed.at(-1)
  if (last?.headersSent === false) last.setHeader('Connection', 'close')
  return true
}

/** One that has not asked for anything yet is let ask. */
function closeIdle({ socket, owed, wasAnswered }: Connection): void {
  if (wasAnswered && owed.length === 0) socket.destroySoon()
}
