/**
 * The connections of a server, and the answers that each still waits for: a client may ask again before it has been answered.
 * Guarantees: taking in and letting go costs the same however many there are, and nothing of what was let go is kept.
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
 * A list and not a Set: a Set that is changed all the time makes itself a new table every few dozen changes, and each old
 * one refers to the next. Once one of them is in the old generation, all that come after it are kept until everything
 * is collected, each with what stood in it.
 */
export class Connections {
  private readonly lines: Line[] = []

  of(socket: Lined): Connection {
    return lineOf(socket)
  }

  count(): number {
    return this.lines.length
  }

  forEach(visit: (connection: Connection) => void): void {
    this.lines.forEach(visit)
  }

  opened(socket: Socket): void {
    const line = lineOf(socket)
    line.place = this.lines.push(line) - 1
  }

  /** The connection is gone; what it was owed stays with it. */
  closed(socket: Socket): void {
    const line = lineOf(socket)
    const { place } = line
    if (place === undefined) return
    line.place = undefined
    const last = this.lines.pop()
    if (last === undefined || last === line) return
    // The last one takes the place that is free now.
    this.lines[place] = last
    last.place = place
  }

  add(response: ServerResponse): void {
    lineOf(response.req.socket).owed.push(response)
  }

  /** Nothing happens when it is not there, or no more. */
  remove(response: ServerResponse): void {
    const line = lineOf(response.req.socket)
    const at = line.owed.indexOf(response)
    if (at < 0) return
    line.wasAnswered = true
    line.owed.splice(at, 1)
  }
}

function lineOf(socket: Lined): Line {
  return (socket[LINE] ??= { socket, owed: [], wasAnswered: false, place: undefined })
}
