/**
 * Sends a large answer as it is made, no faster than it is read, compressed where the client takes that.
 * Guarantees: memory does not follow the answer; a reader that went away or is too slow ends the work; a fault in
 * mid-stream destroys the connection, so that the JSON never closes.
 * Leaves to others: the bytes (threads/), the head (app.ts), compressing (compression.ts), how long a reader may
 * take (stream-reader.ts).
 */
import type { ServerResponse } from 'node:http'
import { compressing, LOAD_BYTES, type ContentCoding } from './compression.js'
import type { ByteStream } from '../cross-threads.js'
import { readerOf } from './stream-reader.js'

/** Resolves when the answer has ended, one way or the other. The head is written already. */
export async function sendStream(
  response: ServerResponse,
  stream: ByteStream,
  coding: ContentCoding | undefined,
): Promise<void> {
  const sink = coding === undefined ? response : compressing(coding, response)
  const least = coding === undefined ? 0 : LOAD_BYTES
  const reader = readerOf(response, sink)
  try {
    for (;;) {
      const piece = await nextOf(stream, least)
      if (reader.isGone()) return
      if (piece === undefined) break
      if (!sink.write(piece)) await reader.room()
    }
    sink.end()
  } catch (error) {
    const wasGone = reader.isGone()
    response.destroy()
    if (!wasGone) throw error
  } finally {
    stream.close()
  }
}

/** The next bytes, at least so many unless they are the last; undefined when there are no more. */
async function nextOf(stream: ByteStream, least: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  do {
    const piece = await stream.next()
    if (piece === undefined) break
    pieces.push(piece)
    bytes += piece.length
  } while (bytes < least)
  return pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
}
