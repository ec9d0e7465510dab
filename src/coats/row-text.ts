/**
 * JSON of rows as bytes, separated by commas, in chunks of about 64 KiB.
 * Guarantees: each chunk is the receiver's, until it gives it back (chunks.ts).
 * Leaves to others: which rows there are (foal-rows.ts), what they are put together from (foal-text.ts), when they
 * are sent (http/row-stream.ts).
 */
import type { Brief } from '../model/memo.js'
import { CHUNK_BYTES, takeChunk } from './chunks.js'

/** What a row begins with, up to its percentage, and what stands after its genes, where anything does. */
export interface RowFrame {
  readonly before: Uint8Array
  readonly after: Uint8Array | undefined
}

/** Frames by coat that stood in a checked row. They outlive an answer, since a coat reads the same in all. */
export type CoatFrames = Brief<string, RowFrame>

/** The same as text; `after` is empty where nothing stands there. */
export interface FrameText {
  readonly before: string
  readonly after: string
}

/** Rows of which each is: frame.before, percentage, shared, genes, frame.after, `}`. */
export interface RowPieces {
  readonly frames: readonly RowFrame[]
  readonly percentage: Uint8Array
  /** Genes that are the same in all rows, and those that are not. */
  readonly shared: Uint8Array
  readonly genes: readonly Uint8Array[]
}

export interface RowWriter {
  /** @param count how many of the rows, the first ones */
  readonly write: (rows: RowPieces, count: number) => void
  /** Chunks that became full since they were last taken. */
  readonly full: () => readonly Uint8Array[]
  /** All that is left. */
  readonly rest: () => readonly Uint8Array[]
}

/** Rather more than a row has. */
const ROW_BYTES = 512
const COMMA = 0x2c
const CLOSE = 0x7d

/** @param rows about how many there will be, so that few rows need no large chunk */
export function createRowWriter(rows: number): RowWriter {
  const first = rows * ROW_BYTES
  let chunk = first < CHUNK_BYTES ? Buffer.allocUnsafe(first) : takeChunk(CHUNK_BYTES)
  let length = 0
  let isFirst = true
  let done: Uint8Array[] = []
  const renew = (end: number, needed: number): void => {
    if (end > 0) done.push(chunk.subarray(0, end))
    chunk = takeChunk(needed)
  }
  const full = (): readonly Uint8Array[] => {
    const taken = done
    if (done.length > 0) done = []
    return taken
  }
  return {
    write: ({ frames, percentage, shared, genes }, count) => {
      const inAll = percentage.length + shared.length
      let end = length
      for (let i = 0; i < count; i++) {
        const { before, after } = frames[i] as RowFrame
        const own = genes[i] as Uint8Array
        const most = before.length + inAll + own.length + (after?.length ?? 0) + 2
        if (end + most > chunk.length) {
          renew(end, most)
          end = 0
        }
        if (isFirst) isFirst = false
        else chunk[end++] = COMMA
        chunk.set(before, end)
        end += before.length
        chunk.set(percentage, end)
        chunk.set(shared, end + percentage.length)
        end += inAll
        chunk.set(own, end)
        end += own.length
        if (after !== undefined) {
          chunk.set(after, end)
          end += after.length
        }
        chunk[end++] = CLOSE
      }
      length = end
    },
    full,
    rest: () => (length === 0 ? full() : [...full(), chunk.subarray(0, length)]),
  }
}

/** So many characters fit into a chunk, whatever they are. */
const CHUNK_CHARACTERS = Math.floor(CHUNK_BYTES / 3)

/** Each row made and checked by itself. @param check throws when it breaks the contract */
export function* renderRows<Row>(rows: Iterable<Row>, check: (row: Row) => void): Generator<Uint8Array> {
  let text = ''
  let comma = ''
  for (const row of rows) {
    check(row)
    const own = JSON.stringify(row)
    if (text !== '' && text.length + own.length >= CHUNK_CHARACTERS) {
      yield encoded(text)
      text = ''
    }
    text += comma + own
    comma = ','
  }
  if (text !== '') yield encoded(text)
}

function encoded(text: string): Uint8Array {
  const chunk = takeChunk(text.length * 3)
  return chunk.subarray(0, chunk.write(text))
}
