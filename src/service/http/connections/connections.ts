/**
 * The connections of a server, and the answers that each still waits for: a client may ask again before it has been answered.
 * Guarantees: taking in and letting go costs the same however many there are, and nothing of what was let go is kept.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is known of an answer that has not left yet. */
export interface Unsent {
  /** Bytes of finished writes, and bytes of the one under way that the kernel has not taken yet. */
  readonly finished: number
  readonly queued: number
  /** Checks since anything has left. */
  readonly idle: number
  /** Whether the client was blocked and then went on reading. */
  readonly isReader: boolean
}

export interface Connection {
  readonly socket: Socket
  /** Answers in the order in which they were asked for. */
  readonly owed: ServerResponse[]
  /** Whether it has been given an answer. */
  wasAnswered: boolean
  /** Reads further requests, if reading was stopped and may go on (pipelining.ts). */
  readOn: () => void
  /** What has not left yet at the latest check (stalled-answers.ts); undefined: everything has. */
  unsent: Unsent | undefined
  /** Where it stands in the list; undefined: nowhere. */
  place: number | undefined
}

const CONNECTION = Symbol('connection')

export function connectionOf(socket: Socket & { [CONNECTION]?: Connection }): Connection {
  return (socket[CONNECTION] ??= {
    socket,
    owed: [],
    wasAnswered: false,
    readOn: () => undefined,
    unsent: undefined,
    place: undefined,
  })
}

/** The answer has ended. Nothing happens when it had before. */
export function endAnswer(connection: Connection, response: ServerResponse): void {
  const at = connection.owed.indexOf(response)
  if (at < 0) return
  connection.wasAnswered = true
  connection.owed.splice(at, 1)
}

/**
 * A list and not a Set: a Set that is changed all the time makes itself a new table every few dozen changes, and each old
 * one refers to the next. Once one of them is in the old generation, all that come after it are kept until everything
 * is collected, each with what stood in it.
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

  /** What it was owed stays with it. */
  closed(connection: Connection): void {
    const { place } = connection
    if (place === undefined) return
    connection.place = undefined
    const last = this.open.pop()
    if (last === undefined || last === connection) return
    // The last one takes the place that is free now.
    this.open[place] = last
    last.place = place
  }
}
