/**
 * Ends connections whose client does not read its answers, which would fill the memory and never end.
 * Guarantees: an answer of which nothing has left for 60 seconds ends its connection; of those of which nothing has left for
 * one second at most 64 are kept in one process, and beyond that the one that has been idle longest is closed first; a
 * client that reads steadily keeps its connection however long its answer takes.
 * Counts its own checks instead of time, so that a busy event loop is not taken for a client that does not read.
 */
import type { Socket } from 'node:net'
import type { Connection, Connections, Unsent } from './connections.js'

export type ClosedBecause = 'deadline' | 'blocked'

export const CHECK_MS = 250
const CHECKS_UNTIL_BLOCKED = 4
const CHECKS_UNTIL_DEADLINE = 240
export const MAX_BLOCKED = 64

/** One check. @returns the connections to be closed, with the reason */
export function findStalled(connections: Connections): readonly (readonly [Connection, ClosedBecause])[] {
  const stalled: [Connection, ClosedBecause][] = []
  const blocked: Connection[] = []
  connections.forEach((connection) => {
    const unsent = (connection.unsent = look(connection.socket, connection.unsent))
    if (unsent === undefined || unsent.idle < CHECKS_UNTIL_BLOCKED) return
    if (unsent.idle >= CHECKS_UNTIL_DEADLINE) stalled.push([connection, 'deadline'])
    else blocked.push(connection)
  })
  if (blocked.length <= MAX_BLOCKED) return stalled
  blocked.sort((a, b) => rank(b) - rank(a))
  for (const connection of blocked.slice(0, blocked.length - MAX_BLOCKED))
    stalled.push([connection, 'blocked'])
  return stalled
}

/** Clients that have read before come after all those that have not. */
function rank({ unsent }: Connection): number {
  return unsent === undefined ? -1 : unsent.idle + (unsent.isReader ? 0 : CHECKS_UNTIL_DEADLINE)
}

function look(socket: Socket, before: Unsent | undefined): Unsent | undefined {
  const { writableLength } = socket
  if (writableLength === 0) return undefined
  const finished = socket.bytesWritten - writableLength
  const queued = queuedBytes(socket)
  if (before === undefined) return { finished, queued, idle: 0, isReader: false }
  if (before.finished === finished && before.queued === queued) return { ...before, idle: before.idle + 1 }
  return { finished, queued, idle: 0, isReader: before.isReader || before.idle >= CHECKS_UNTIL_BLOCKED }
}

/**
 * How much of the write under way the kernel has not taken. Node's own socket time-out looks at it too; without it a slow
 * reader of one large write would seem to stand still.
 */
function queuedBytes({
  _handle,
}: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }): number {
  return _handle?.writeQueueSize ?? 0
}
