/**
 * Sends a large answer row by row: short slices of work, no more of it made than the reader takes.
 * Guarantees: no slice holds the event loop for long; memory does not follow the answer; a reader that went away
 * or is too slow ends the work; a fault in mid-stream destroys the connection, so that the JSON never closes.
 * Leaves to others: the rows (coats/), headers and the envelope (seal.ts), compressing (content-coding.ts), how long a
 * reader may take (reader.ts).
 */
import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { giveBack } from '../coats/chunks.js'
import { compressing, gathered, type ContentCoding } from './content-coding.js'
import { readerOf } from './reader.js'
import { nextSlice } from './slices.js'
import type { WorkGate } from './work-gate.js'

/** A JSON text in pieces: what stands before the rows, the rows, what stands after. */
export interface RowText {
  readonly before: string
  readonly rows: Iterable<Uint8Array>
  readonly after: string
}

const SLICE_MS = 0.5

/**
 * Resolves when the answer has ended, one way or the other. The head is written already, and a place at the gate
 * is held: it is given back when this returns.
 */
export async function sendRows(
  response: ServerResponse,
  text: RowText,
  coding: ContentCoding | undefined,
  gate: WorkGate,
): Promise<void> {
  const [sink, written] =
    coding === undefined ? [response, pieces(text)] : [compressing(coding, response), gathered(pieces(text))]
  const reader = readerOf(response, sink)
  let isWorking = true
  try {
    await nextSlice()
    let sliceEnds = performance.now() + SLICE_MS
    for (const piece of written) {
      if (reader.isGone()) return
      if (!sink.write(piece, () => giveBack(piece))) {
        gate.leave()
        isWorking = false
        await reader.room()
        await gate.comeBack()
        isWorking = true
      }
      // Also after a drain: a reader that keeps up drains at once, without the event loop having had a turn.
      if (performance.now() > sliceEnds) {
        await nextSlice()
        sliceEnds = performance.now() + SLICE_MS
      }
    }
    sink.end()
  } catch (error) {
    const wasGone = reader.isGone()
    response.destroy()
    if (!wasGone) throw error
  } finally {
    if (isWorking) gate.leave()
  }
}

function* pieces({ before, rows, after }: RowText): Generator<Uint8Array> {
  yield Buffer.from(before)
  yield* rows
  yield Buffer.from(after)
}
