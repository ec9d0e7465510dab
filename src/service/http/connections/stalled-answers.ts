/**
 * Closes connections of clients that do not read their answers, which would fill the memory.
 * Guarantees: an answer without progress for 60 seconds closes its connection; at most 64 connections of the process may be
 * without progress for more than one second, and the one idle longest is closed first; a client that keeps reading keeps its
 * connection, however long the answer takes.
 * Counts checks instead of time, so that a busy event loop does not look like a client that does not read.
 */
import type { Socket } from 'node:net'
import type { Connection, Connections, Unsent } from './connections.js'

export type ClosedBecause = 'deadline' | 'blocked'

export const CHECK_MS = 250
const CHECKS_UNTIL_BLOCKED = 4
const CHECKS_UNTIL_DEADLINE = 240
export const MAX_BLOCKED = 64

/** Performs one check. @returns the connections to close, with the reason */
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

/** Orders blocked connections. Clients that have read before rank below those that have not. */
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
 * Unsent bytes of the write in progress, from an internal of Node that its socket timeout uses too. Without it a slow reader of
 * one large write would seem to make no progress.
 */
function queuedBytes({
  _handle,
}: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }): number {
  return _handle?.writeQueueSize ?? 0
}
