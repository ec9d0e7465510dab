/**
 * Sends a large answer as it is made, no faster than it is read, compressed where the client takes that.
 * Guarantees: memory does not follow the answer; a reader that went away or is too slow ends the work; no answer takes
 * longer than its deadline, the last bytes' way to the reader included; a fault in mid-stream destroys the connection, so
 * that the JSON never closes; the bytes are those of the plain answer.
 */
import type { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { ByteStream } from '../fairness/answer-threads.js'
import type { ContentCoding } from '../request/accept.js'

/** How long one answer may take in all, its reader's slowness included. */
const DEADLINE_MS = 60_000

/**
 * Resolves when the answer has ended, or its reader has gone or was too slow. Rejects with a fault of ours, which it is
 * too when the deadline passes while the reader waits for us. The head is written already.
 * @param most milliseconds for all of the answer
 */
export async function sendStream(
  response: Writable,
  stream: ByteStream,
  coding: ContentCoding | undefined,
  most = DEADLINE_MS,
): Promise<void> {
  const signal = AbortSignal.timeout(most)
  let isReaderSlow = false
  const onDeadline = (): void => {
    isReaderSlow = response.writableLength > 0
    // Otherwise bytes that never come would be waited for.
    stream.close()
  }
  signal.addEventListener('abort', onDeadline)
  try {
    if (coding === undefined) await pipeline(piecesOf(stream, 0), response, { signal })
    else await pipeline(piecesOf(stream, LOAD_BYTES), compressor(coding), response, { signal })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && !(code === 'ABORT_ERR' && isReaderSlow)) throw error
  } finally {
    signal.removeEventListener('abort', onDeadline)
    if (!signal.aborted) stream.close()
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

/** Repetitive JSON: so little effort leaves a thirtieth. */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  // Rows resemble their neighbours: looking 256 KB back finds all there is, and stays in the processor's own memory.
  [constants.BROTLI_PARAM_LGWIN]: 18,
}
const GZIP_LEVEL = 3

export function compressor(coding: ContentCoding): Transform {
  return coding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip({ level: GZIP_LEVEL })
}

/** So much goes to the compressing thread at a time: by 64 KB at a time all of it takes half as long again. */
const LOAD_BYTES = 256 * 1024
