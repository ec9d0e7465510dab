/**
 * The end of a server, without breaking off what a client does.
 * Guarantees: for a grace new connections are taken and every answer ends its connection, so that clients leave by
 * themselves; answers that were begun are given; what was admitted is answered. Nothing is reset: a connection that nothing
 * is asked on ends last, by a half-close.
 */
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { Connection, Connections } from './connections.js'

/** After so long without a new connection it is taken that everybody who is going to come is waiting inside. */
const QUIET_MS = 100
const LONGEST_HOLD_MS = 500
/** Within this time the client of a new connection asks, and one whose connection has ended leaves. */
const PATIENCE_MS = 1_000

export class Draining {
  /** Requests that are answered once the port is closed; undefined: there is no reason to wait. */
  held: (() => void)[] | undefined
  private isLeaving = false
  private isClosed = false
  private ended: Promise<void> | undefined

  constructor(private readonly connections: Connections) {}

  /** What a new request means for its connection. False: an earlier answer has ended it, and nothing after that is sent. */
  admits({ owed }: Connection): boolean {
    return !this.isLeaving || endAfter(owed)
  }

  answered(connection: Connection): void {
    if (this.isClosed) endIdle(connection)
  }

  /** Ends the server; resolves when its last connection has gone. @param graceMs none is given when nobody is connected */
  drain(server: Server, graceMs: number): Promise<void> {
    return (this.ended ??= this.end(server, graceMs))
  }

  private async end(server: Server, graceMs: number): Promise<void> {
    if (!server.listening) return
    const { connections } = this
    this.isLeaving = true
    connections.forEach(({ owed }) => endAfter(owed))
    if (graceMs > 0 && connections.count() > 0) {
      await delay(graceMs)
      this.held = []
      await untilNobodyComes(server)
    }
    this.isClosed = true
    const closed = new Promise<void>((resolve) => {
      // Not the HTTP server's own: that cuts answers off that were written but have not all left yet.
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
 * Resolves in a moment at which nobody waits to be let in, since the system resets who does when the port is closed. While
 * requests are held, clients that come again after each answer stay inside, and soon none is left who could come.
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
 * The last answer of a connection says that it is that. Otherwise a client would keep the connection, and the stop waiting,
 * for another request. False where an earlier one has said so: what comes after it would not be sent.
 */
function endAfter(owed: readonly ServerResponse[]): boolean {
  const earlier = owed.slice(0, -1)
  if (earlier.some((each) => each.headersSent && each.getHeader('Connection') === 'close')) return false
  for (const each of earlier)
    if (!each.headersSent && each.hasHeader('Connection')) each.removeHeader('Connection')
  const last = owed.at(-1)
  if (last?.headersSent === false) last.setHeader('Connection', 'close')
  return true
}

/** One that has not asked for anything yet is let ask. */
function endIdle({ socket, owed, wasAnswered }: Connection): void {
  if (wasAnswered && owed.length === 0) halfClose(socket)
}

function endSilent({ socket, owed }: Connection): void {
  if (owed.length === 0 && socket.bytesRead === 0) halfClose(socket)
}

/** To close it at once would be a reset where something had just been sent to it. */
function halfClose(socket: Socket): void {
  if (socket.writableEnded) return
  socket.end(() => setTimeout(() => socket.destroy(), PATIENCE_MS).unref())
}
