/**
 * Limits how many requests of one connection are read before earlier ones are answered. Further ones stay in the kernel, so
 * the client's own writes come to a halt; they are read as answers leave.
 * Guarantees: at most MAX_UNANSWERED requests of a connection are parsed and unanswered; all that are sent are answered,
 * in their order; no byte reaches the parser twice or out of turn.
 */
import type { Connection } from './connections.js'

/** No usual client pipelines at all. */
export const MAX_UNANSWERED = 16
/** Every request head ends with an empty line, so between two of these at most one head ends. */
const HEAD_END = '\r\n\r\n'

type Parse = (chunk: Buffer) => void

/**
 * Stands between a new connection and the parser that Node has attached to it. Node parses all of what it has read, 64 KB
 * at a time, which can hold thousands of requests; so each chunk is handed over in parts.
 * @returns to be called when an answer has ended
 */
export function limitPipelining({ socket, owed }: Connection): () => void {
  const parsers = socket.listeners('data') as Parse[]
  const hasRoom = (): boolean => owed.length < MAX_UNANSWERED
  let isHeld = false
  const hold = (): void => {
    isHeld = true
    socket.pause()
  }
  const take = (chunk: Buffer): void => {
    let rest = chunk
    while (rest.length > 0 && hasRoom()) {
      const end = endOfHeads(rest, MAX_UNANSWERED - owed.length)
      const part = rest.subarray(0, end)
      for (const parse of parsers) parse.call(socket, part)
      rest = rest.subarray(end)
      if (socket.destroyed) return
      // Node has stopped reading, until the body is taken or what is written has left; then it goes on by itself.
      if (socket.isPaused()) break
    }
    if (!socket.isPaused() && !hasRoom()) hold()
    if (rest.length > 0) socket.unshift(rest)
  }
  // Node hands chunks to such a listener instead of having its parser read from the system.
  socket.on('data', take)
  for (const parse of parsers) socket.off('data', parse)
  return () => {
    if (!isHeld || !hasRoom()) return
    isHeld = false
    socket.resume()
  }
}

/** Where the given number of heads has ended in the chunk at the earliest; its length where there are not as many. */
function endOfHeads(chunk: Buffer, heads: number): number {
  let end = 0
  for (let found = 0; found < heads; found++) {
    const at = chunk.indexOf(HEAD_END, end, 'latin1')
    if (at < 0) return chunk.length
    end = at + HEAD_END.length
  }
  return end
}
