/**
 * The open connections of a server, with their pending responses: a client may pipeline requests.
 * Guarantees: adding and removing a connection takes constant time, and nothing of a removed connection is retained.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Data of a connection that the kernel has not accepted yet. */
export interface Unsent {
  /** Bytes of finished writes, and unsent bytes of the write in progress. */
  readonly finished: number
  readonly queued: number
  /** Checks without progress. */
  readonly idle: number
  /** Whether the client was blocked before and resumed reading. */
  readonly isReader: boolean
}

export interface Connection {
  readonly socket: Socket
  /** Unfinished responses in the order of their requests. */
  readonly pending: ServerResponse[]
  /** Whether any response has finished. */
  wasAnswered: boolean
  /** Resumes reading requests if it was paused and there is room (pipelining.ts). */
  readOn: () => void
  /** Unsent data at the last check (stalled-answers.ts); undefined if there was none. */
  unsent: Unsent | undefined
  /** Index in the list of open connections; undefined if closed. */
  place: number | undefined
}

const CONNECTION = Symbol('connection')

export function connectionOf(socket: Socket & { [CONNECTION]?: Connection }): Connection {
  return (socket[CONNECTION] ??= {
    socket,
    pending: [],
    wasAnswered: false,
    readOn: () => undefined,
    unsent: undefined,
    place: undefined,
  })
}

/** Removes a finished response. Does nothing if it was removed before. */
export function endAnswer(connection: Connection, response: ServerResponse): void {
  const at = connection.pending.indexOf(response)
  if (at < 0) return
  connection.wasAnswered = true
  connection.pending.splice(at, 1)
}

/**
 * The open connections, in an array instead of a Set: V8 replaces the table of a frequently changed Set every few dozen changes,
 * and each old table refers to the next one. Once one is in the old generation, it keeps all later tables and their content alive
 * until the next full garbage collection.
 */
export class Connections {
  private readonly open: Connection[] = []

  count(): number {
    return this.open.length
  }

  forEach(visit: (connection: Connection) => void): void {
    this.open.forEach(visit)
  }

  opened(connection: Connection): void {
    connection.place = this.open.push(connection) - 1
  }

  /** Keeps its pending responses. */
  closed(connection: Connection): void {
    const { place } = connection
    if (place === undefined) return
    connection.place = undefined
    const last = this.open.pop()
    if (last === undefined || last === connection) return
    // Swap the last connection into the free place.
    this.open[place] = last
    last.place = place
  }
}
