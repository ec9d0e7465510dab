/**
 * Graceful shutdown of a server.
 * Guarantees: during the grace period new connections are accepted and every answer closes its connection, so that clients move
 * on by themselves; every admitted request is answered completely. No connection is reset: idle ones end last, with a half-close.
 */
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { Connection, Connections } from './connections.js'

/** Without a new connection for this long, all returning clients are assumed to be connected. */
const QUIET_MS = 100
const LONGEST_HOLD_MS = 500
/** Time for a new client to send a request, and for a client to close its side after a half-close. */
const PATIENCE_MS = 1_000

export class Draining {
  /** Requests deferred until the port is closed; undefined while requests are not deferred. */
  held: (() => void)[] | undefined
  private isLeaving = false
  private isClosed = false
  private ended: Promise<void> | undefined

  constructor(private readonly connections: Connections) {}

  /** Whether a new request can be answered. False if an earlier answer closes its connection. */
  admits({ pending }: Connection): boolean {
    return !this.isLeaving || endAfter(pending)
  }

  answered(connection: Connection): void {
    if (this.isClosed) endIdle(connection)
  }

  /** Closes the server; resolves when the last connection has closed. @param graceMs skipped if there are no connections */
  drain(server: Server, graceMs: number): Promise<void> {
    return (this.ended ??= this.end(server, graceMs))
  }

  private async end(server: Server, graceMs: number): Promise<void> {
    if (!server.listening) return
    const { connections } = this
    this.isLeaving = true
    connections.forEach(({ pending }) => endAfter(pending))
    if (graceMs > 0 && connections.count() > 0) {
      await delay(graceMs)
      this.held = []
      await untilNobodyComes(server)
    }
    this.isClosed = true
    const closed = new Promise<void>((resolve) => {
      // The HTTP server's own close() would cut off answers that are written but not completely sent.
      NetServer.prototype.close.call(server, () => resolve())
    })
    for (const begin of this.held ?? []) begin()
    this.held = undefined
    connections.forEach(endIdle)
    setTimeout(() => connections.forEach(endSilent), PATIENCE_MS).unref()
    await closed
  }
}

/**
 * Resolves when no connection waits to be accepted, because closing the port would reset it. While requests are deferred, clients
 * that reconnect after each answer stay connected, so that new connections soon cease.
 */
async function untilNobodyComes(server: Server): Promise<void> {
  let came = 0
  const count = (): void => void came++
  server.on('connection', count)
  const end = Date.now() + LONGEST_HOLD_MS
  for (let before = -1; came !== before && Date.now() < 2 * LONGEST_HOLD_MS + end;) {
    before = came
    if (Date.now() < end) await delay(QUIET_MS)
    // A waiting connection is accepted within a turn of the event loop, one at a time.
    await turn()
  }
  server.off('connection', count)
}

/**
 * Marks the last pending response with `Connection: close`, so that the client does not keep the connection open. False if an
 * earlier response is already sent with it: nothing after that can be sent.
 */
function endAfter(pending: readonly ServerResponse[]): boolean {
  const earlier = pending.slice(0, -1)
  if (earlier.some((each) => each.headersSent && each.getHeader('Connection') === 'close')) return false
  for (const each of earlier)
    if (!each.headersSent && each.hasHeader('Connection')) each.removeHeader('Connection')
  const last = pending.at(-1)
  if (last?.headersSent === false) last.setHeader('Connection', 'close')
  return true
}

/** Closes an idle connection, unless its client has not sent a request yet. */
function endIdle({ socket, pending, wasAnswered }: Connection): void {
  if (wasAnswered && pending.length === 0) halfClose(socket)
}

function endSilent({ socket, pending }: Connection): void {
  if (pending.length === 0 && socket.bytesRead === 0) halfClose(socket)
}

/** Closing at once could reset the connection before the client has read the last answer. */
function halfClose(socket: Socket): void {
  if (socket.writableEnded) return
  socket.end(() => setTimeout(() => socket.destroy(), PATIENCE_MS).unref())
}
