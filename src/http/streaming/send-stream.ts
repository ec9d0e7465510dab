/**
 * Sends a large answer as it is made, no faster than it is read, compressed where the client takes that.
 * Guarantees: memory does not follow the answer; a reader that went away or is too slow ends the work; no answer takes
 * longer than its deadline, the last bytes' way to the reader included; a fault in mid-stream destroys the connection, so
 * that the JSON never closes.
 */
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { compressing, LOAD_BYTES, type ContentCoding } from './compression.js'
import type { ByteStream } from '../cross-threads.js'

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

/** How long one answer may take in all, its reader's slowness included. */
const DEADLINE_MS = 60_000

export interface Reader {
  readonly isGone: () => boolean
  /** After a write that filled the sink: resolves when there is room, or nobody left. Rejects with a fault of the sink. */
  readonly room: () => Promise<void>
}

/**
 * Listeners are set once for an answer: set and removed for each of its pieces they left more behind for the collector
 * than anything else of a large answer.
 * @param sink what is written to, which leads to the response or is it @param most milliseconds for all of the answer
 */
export function readerOf(response: Writable, sink: Writable, most = DEADLINE_MS): Reader {
  let fault: Error | undefined
  let wake = (): void => {}
  const deadline = setTimeout(() => response.destroy(), most).unref()
  response.once('close', () => {
    clearTimeout(deadline)
    wake()
  })
  sink.on('drain', () => wake())
  sink.on('error', (error) => {
    fault ??= error
    wake()
  })
  return {
    isGone: () => response.destroyed,
    async room() {
      if (fault === undefined && !response.destroyed) await new Promise<void>((resolve) => (wake = resolve))
      if (fault !== undefined) throw fault
    },
  }
}
