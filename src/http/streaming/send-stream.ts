/**
 * Sends a large answer as it is made, no faster than it is read, compressed where the client takes that.
 * Guarantees: memory does not follow the answer; a reader that went away or is too slow ends the work; no answer takes
 * longer than its deadline, the last bytes' way to the reader included; a fault in mid-stream destroys the connection, so
 * that the JSON never closes.
 */
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteStream } from '../cross-threads.js'
import { compressor, LOAD_BYTES, type ContentCoding } from './compression.js'

/** How long one answer may take in all, its reader's slowness included. */
const DEADLINE_MS = 60_000

/**
 * Resolves when the answer has ended or its reader has gone. Rejects with a fault of ours. The head is written already.
 * @param most milliseconds for all of the answer
 */
export async function sendStream(
  response: Writable,
  stream: ByteStream,
  coding: ContentCoding | undefined,
  most = DEADLINE_MS,
): Promise<void> {
  const deadline = { signal: AbortSignal.timeout(most) }
  try {
    if (coding === undefined) await pipeline(piecesOf(stream, 0), response, deadline)
    else await pipeline(piecesOf(stream, LOAD_BYTES), compressor(coding), response, deadline)
  } catch (error) {
    if (!isReadersDoing(error)) throw error
  } finally {
    stream.close()
  }
}

/** Pieces of at least so many bytes, but for the last. */
async function* piecesOf(stream: ByteStream, least: number): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for (let piece = await stream.next(); piece !== undefined; piece = await stream.next()) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < least) continue
    yield pieces.length > 1 ? Buffer.concat(pieces) : piece
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

/** It went away, or the deadline passed. */
function isReadersDoing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'
}
