/**
 * Limits the number of pipelined requests. Further requests stay in the kernel until answers are sent, so that backpressure stops
 * the client's writes.
 * Guarantees: at most MAX_UNANSWERED requests of a connection are parsed and unanswered; every request is answered, in order;
 * every byte reaches the parser once and in order.
 */
import type { Connection } from './connections.js'

/** Common clients do not pipeline at all. */
export const MAX_UNANSWERED = 16
/** A request head ends with an empty line. */
const HEAD_END = '\r\n\r\n'

type Parse = (chunk: Buffer) => void

/**
 * Inserts itself between a new connection and Node's parser. Node parses a whole chunk of up to 64 KB, which can hold thousands
 * of requests, so each chunk is passed on in parts.
 * @returns a function to call when an answer has ended
 */
export function limitPipelining({ socket, pending }: Connection): () => void {
  const parsers = socket.listeners('data') as Parse[]
  const hasRoom = (): boolean => pending.length < MAX_UNANSWERED
  let isHeld = false
  const hold = (): void => {
    isHeld = true
    socket.pause()
  }
  const take = (chunk: Buffer): void => {
    let rest = chunk
    while (rest.length > 0 && hasRoom()) {
      const end = endOfHeads(rest, MAX_UNANSWERED - pending.length)
      const part = rest.subarray(0, end)
      for (const parse of parsers) parse.call(socket, part)
      rest = rest.subarray(end)
      if (socket.destroyed) return
      // Node has paused the socket until a body is read or output is sent, and resumes it by itself.
      if (socket.isPaused()) break
    }
    if (!socket.isPaused() && !hasRoom()) hold()
    if (rest.length > 0) socket.unshift(rest)
  }
  // With a `data` listener, Node emits chunks instead of letting its parser read directly from the system.
  socket.on('data', take)
  for (const parse of parsers) socket.off('data', parse)
  return () => {
    if (!isHeld || !hasRoom()) return
    isHeld = false
    socket.resume()
  }
}

/** The end of the given number of heads in the chunk; its length if there are fewer. */
function endOfHeads(chunk: Buffer, heads: number): number {
  let end = 0
  for (let found = 0; found < heads; found++) {
    const at = chunk.indexOf(HEAD_END, end, 'latin1')
    if (at < 0) return chunk.length
    end = at + HEAD_END.length
  }
  return end
}
