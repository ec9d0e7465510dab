/**
 * Sends a large answer as it is made, no faster than it is read, compressed where the client takes that.
 * Guarantees: memory does not follow the answer; a reader that went away ends the work; a fault in mid-stream destroys the
 * connection, so that the JSON never closes; the bytes are those of the plain answer.
 * Leaves to others: readers that stand still (stalled-answers.ts closes their connections), threads that do
 * (service/threads/thread-stream.ts).
 */
import type { Transform, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { ByteStream } from '../http/fairness/answer-threads.js'
import type { ContentCoding } from '../http/request/accept.js'

/**
 * Resolves when the answer has ended, or its reader has gone. Rejects with a fault of ours. The head is written already.
 */
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

/** Writes each piece when the one before it has left, since its memory may be used again then, and an end after the last. */
async function writeAll(pieces: AsyncIterable<Uint8Array>, to: Writable): Promise<void> {
  for await (const piece of pieces) {
    const hasLeft = await new Promise<boolean>((resolve) => to.write(piece, (error) => resolve(!error)))
    // What went wrong is told to whoever waits for the end.
    if (!hasLeft) return
  }
  to.end()
}

async function* chunksOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  for (let chunk; (chunk = await stream.next()) !== undefined;) yield chunk
}

/** So much goes to the compressing thread at a time: by 64 KB at a time all of it takes half as long again. */
const LOAD_BYTES = 256 * 1024

/** The same bytes, as many together as the compressor is given at a time. */
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
