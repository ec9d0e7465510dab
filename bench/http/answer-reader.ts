/**
 * Reads HTTP answers with as little work as finds their end.
 * Guarantees: an answer ends where its Content-Length or its last chunk says.
 * Not a general parser: it only knows the servers of this benchmark.
 */

export interface AnswerReader {
  /** True when the answer ends with this chunk. */
  readonly take: (chunk: Buffer) => boolean
  readonly status: () => number
  /** Bytes of the answer so far, head and framing included. */
  readonly bytes: () => number
  /** Whether any byte of the body has come. */
  readonly hasBody: () => boolean
  readonly reset: () => void
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Reads one answer after the other; `reset` between them. */
export function createReader(): AnswerReader {
  let held: Buffer = Buffer.alloc(0)
  let head = ''
  let left = -1
  let bytes = 0
  let bodyBytes = 0
  let tail: Buffer = Buffer.alloc(0)
  const body = (chunk: Buffer): boolean => {
    bodyBytes += chunk.length
    if (left >= 0) return (left -= chunk.length) <= 0
    tail = Buffer.concat([tail, chunk.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
    return tail.equals(LAST_CHUNK)
  }
  return {
    take: (chunk) => {
      bytes += chunk.length
      if (head !== '') return body(chunk)
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const end = held.indexOf(END_OF_HEAD)
      if (end < 0) return false
      head = held.toString('latin1', 0, end)
      const length = /content-length: *(\d+)/i.exec(head)?.[1]
      left = length === undefined ? -1 : Number(length)
      const rest = held.subarray(end + END_OF_HEAD.length)
      return left === 0 || (rest.length > 0 && body(rest))
    },
    status: () => Number(head.slice(9, 12)),
    bytes: () => bytes,
    hasBody: () => bodyBytes > 0,
    reset: () => {
      held = Buffer.alloc(0)
      head = ''
      left = -1
      bytes = 0
      bodyBytes = 0
      tail = Buffer.alloc(0)
    },
  }
}
