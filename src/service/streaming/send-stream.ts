/**
 * Streams a large answer with backpressure, compressed if the client accepts it.
 * Guarantees: memory does not grow with the answer; the work stops when the client disconnects; an error in mid-stream destroys the
 * connection, so that the client never sees complete JSON. stalled-answers.ts handles clients that stop reading.
 */
import type { Transform, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { ByteStream } from '../http/fairness/answer-threads.js'
import type { ContentCoding } from '../http/request/accept.js'

/** Resolves when the answer has ended or the client has disconnected. Rejects with unexpected errors. The head must be written already. */
export async function sendStream(
  response: Writable,
  stream: ByteStream,
  coding: ContentCoding | undefined,
): Promise<void> {
  try {
    if (coding === undefined) await Promise.all([finished(response), writeAll(chunksOf(stream), response)])
    else {
      const coder = compressor(coding)
      await Promise.all([pipeline(coder, response), writeAll(loadsOf(stream), coder)])
    }
  } catch (error) {
    response.destroy()
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  } finally {
    stream.close()
  }
}

/** Writes each piece after the previous one was sent, because its memory is reused then, and ends after the last. */
async function writeAll(pieces: AsyncIterable<Uint8Array>, to: Writable): Promise<void> {
  for await (const piece of pieces) {
    const hasLeft = await new Promise<boolean>((resolve) => to.write(piece, (error) => resolve(!error)))
    // The error is reported through the end of the stream.
    if (!hasLeft) return
  }
  to.end()
}

async function* chunksOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  for (let chunk; (chunk = await stream.next()) !== undefined;) yield chunk
}

/** Bytes per write to the compressor. With 64 KB, compression would take 50 % longer. */
const LOAD_BYTES = 256 * 1024

/** The same bytes in pieces of LOAD_BYTES. Each piece is valid until the next one is requested. */
async function* loadsOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  const load = Buffer.allocUnsafeSlow(LOAD_BYTES)
  let filled = 0
  for await (const chunk of chunksOf(stream)) {
    for (let taken = 0; taken < chunk.length;) {
      const part = chunk.subarray(taken, taken + LOAD_BYTES - filled)
      load.set(part, filled)
      taken += part.length
      filled += part.length
      if (filled < LOAD_BYTES) continue
      yield load
      filled = 0
    }
  }
  if (filled > 0) yield load.subarray(0, filled)
}

/** The JSON is so repetitive that low quality already compresses it to a thirtieth. */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  // Rows resemble their neighbours, so a window of 256 KB is enough, and fits into the processor's cache.
  [constants.BROTLI_PARAM_LGWIN]: 18,
}
const GZIP_LEVEL = 3

/** For documents, which are compressed once and sent often: a tenth smaller in twice the time. */
const BROTLI_ONCE = { [constants.BROTLI_PARAM_QUALITY]: 6 }
const GZIP_LEVEL_ONCE = 6

export function compressor(coding: ContentCoding): Transform {
  return coding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip({ level: GZIP_LEVEL })
}

export function documentCompressor(coding: ContentCoding): Transform {
  return coding === 'br'
    ? createBrotliCompress({ params: BROTLI_ONCE })
    : createGzip({ level: GZIP_LEVEL_ONCE })
}
