/**
 * JSON of rows as bytes, separated by commas, in chunks of about 64 KiB.
 * Guarantees: each chunk is the receiver's, until it gives it back (chunks.ts).
 * Leaves to others: which rows there are (foal-rows.ts), what they are put together from (foal-text.ts), when they
 * are sent (http/row-stream.ts).
 */
import type { CheckRows, Possibility, RenderedRows } from './answers.js'
import { CHUNK_BYTES, takeChunk } from './chunks.js'
import type { FrameBytes } from './row-memory.js'

/** Rows of which each is: frame.before, percentage, shared, genes, frame.after, `}`. */
export interface RowPieces {
  readonly frames: readonly FrameBytes[]
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
  const joined = createJoin()
  const full = (): readonly Uint8Array[] => {
    const taken = done
    if (done.length > 0) done = []
    return taken
  }
  return {
    write: ({ frames, percentage, shared, genes }, count) => {
      const common = joined(percentage, shared)
      let end = length
      for (let i = 0; i < count; i++) {
        const { before, after } = frames[i] as FrameBytes
        const own = genes[i] as Uint8Array
        const most = before.length + common.length + own.length + (after?.length ?? 0) + 2
        if (end + most > chunk.length) {
          renew(end, most)
          end = 0
        }
        if (isFirst) isFirst = false
        else chunk[end++] = COMMA
        chunk.set(before, end)
        end += before.length
        chunk.set(common, end)
        end += common.length
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

/** Two pieces as one, lent until the next two come: one copy less for each row they stand in. */
function createJoin(): (first: Uint8Array, second: Uint8Array) => Uint8Array {
  let memory = new Uint8Array(ROW_BYTES)
  // By length: making a view anew costs as much as copying into it.
  let views: Uint8Array[] = []
  return (first, second) => {
    const length = first.length + second.length
    if (length > memory.length) {
      memory = new Uint8Array(2 * length)
      views = []
    }
    memory.set(first)
    memory.set(second, first.length)
    return (views[length] ??= memory.subarray(0, length))
  }
}

/** So many characters fit into a chunk, whatever they are. */
const CHUNK_CHARACTERS = Math.floor(CHUNK_BYTES / 3)

/** Rows that share little: each is made and checked by itself. */
export function renderedRows(rows: Iterable<Possibility>): RenderedRows {
  return {
    text: (check) => {
      const all = [...rows]
      check(all)
      return JSON.stringify(all).slice(1, -1)
    },
    rendered: (check) => renderRows(rows, check),
  }
}

function* renderRows(rows: Iterable<Possibility>, check: CheckRows): Generator<Uint8Array> {
  let text = ''
  let comma = ''
  for (const row of rows) {
    check([row])
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
