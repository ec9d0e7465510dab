/**
 * Sends a large answer row by row: short slices of work, no more of it made than the reader takes.
 * Guarantees: no slice holds the event loop for long; memory does not follow the answer; a reader that went away
 * or is too slow ends the work; a fault in mid-stream destroys the connection, so that the JSON never closes.
 * Leaves to others: the rows (coats/), headers and the envelope (seal.ts).
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Writable } from 'node:stream'
import { giveBack } from '../coats/chunks.js'
import { nextSlice } from './slices.js'
import type { WorkGate } from './work-gate.js'

/** A JSON text in pieces: what stands before the rows, the rows, what stands after. */
export interface RowText {
  readonly before: string
  readonly rows: Iterable<Uint8Array>
  readonly after: string
}

const SLICE_MS = 0.5
/** How long one answer may take in all, its reader's slowness included. */
const DEADLINE_MS = 60_000

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
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const signal = AbortSignal.any([deadline, gone.signal])
  const sink = coding === undefined ? response : compressing(coding, response)
  let isWorking = true
  try {
    await nextSlice()
    let sliceEnds = performance.now() + SLICE_MS
    for (const piece of pieces(text)) {
      if (signal.aborted) return
      if (!sink.write(piece, () => giveBack(piece))) {
        gate.leave()
        isWorking = false
        await once(sink, 'drain', { signal })
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
    response.destroy()
    if (!signal.aborted) throw error
  } finally {
    if (isWorking) gate.leave()
    if (deadline.aborted) response.destroy()
  }
}

function* pieces({ before, rows, after }: RowText): Generator<Uint8Array> {
  yield Buffer.from(before)
  yield* rows
  yield Buffer.from(after)
}

export type ContentCoding = 'br' | 'gzip'

/** The coding to answer in; undefined where none of ours is accepted. @param header Accept-Encoding */
export function codingFor(header: string | undefined): ContentCoding | undefined {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
      const quality = parameters.find((each) => each.startsWith('q='))
      return [coding, quality === undefined ? 1 : Number(quality.slice(2))] as const
    }),
  )
  const quality = (coding: string): number => accepted.get(coding) ?? accepted.get('*') ?? 0
  return (['br', 'gzip'] as const).find(
    (coding) => quality(coding) > 0 && quality(coding) >= (accepted.get('identity') ?? 0),
  )
}

/** Repetitive JSON: so little effort leaves a thirtieth. */
function compressing(coding: ContentCoding, response: ServerResponse): Writable {
  const stream =
    coding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
      : createGzip({ level: 3 })
  stream.pipe(response)
  response.once('close', () => stream.destroy())
  return stream
}
