/**
 * The connections of a server, and the answers that each still waits for: a client may ask again before it has been answered.
 * Guarantees: taking in and letting go costs the same however many there are, and nothing of what was let go is kept.
 * Leaves to others: when an answer begins and ends, what a stop means for it (server.ts, draining.ts).
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The answers of one connection, in the order in which they were asked for. */
export type Owed = readonly ServerResponse[]

export interface Connection {
  readonly socket: Socket
  readonly owed: Owed
  /** Whether it has been given an answer. */
  readonly wasAnswered: boolean
}

export interface Connections {
  readonly opened: (socket: Socket) => void
  /** The connection is gone; what it was owed stays with it. */
  readonly closed: (socket: Socket) => void
  readonly add: (response: ServerResponse) => void
  /** Nothing happens when it is not there, or no more. */
  readonly remove: (response: ServerResponse) => void
  readonly of: (socket: Socket) => Connection
  readonly count: () => number
  readonly forEach: (visit: (connection: Connection) => void) => void
}

interface Line extends Connection {
  readonly owed: ServerResponse[]
  wasAnswered: boolean
  /** Where it stands in the list; undefined: nowhere. */
  place: number | undefined
}

const LINE = Symbol('line')

interface Lined extends Socket {
  [LINE]?: Line
}

/**
 * A list and not a Set: a Set that is changed all the time makes itself a new table every few dozen changes, and each
 * old one refers to the next. Once a single one of them has been moved to the old generation, all that come after it
 * are kept until everything is collected, each with what stood in it: up to half of a request's time went there.
 */
export function createConnections(): Connections {
  const lines: Line[] = []
  const lineOf = (socket: Lined): Line =>
    (socket[LINE] ??= { socket, owed: [], wasAnswered: false, place: undefined })
  return {
    opened: (socket) => {
      const line = lineOf(socket)
      line.place = lines.push(line) - 1
    },
    closed: (socket) => {
      const line = lineOf(socket)
      const { place } = line
      if (place === undefined) return
      line.place = undefined
      const last = lines.pop()
      if (last === undefined || last === line) return
      // The last one takes the place that is free now.
      lines[place] = last
      last.place = place
    },
    add: (response) => void lineOf(response.req.socket).owed.push(response),
    remove: (response) => {
      const line = lineOf(response.req.socket)
      const { owed } = line
      const at = owed.indexOf(response)
      if (at < 0) return
      line.wasAnswered = true
      if (at === 0) owed.shift()
      else owed.splice(at, 1)
    },
    of: lineOf,
    count: () => lines.length,
    forEach: (visit) => lines.forEach(visit),
  }
}
