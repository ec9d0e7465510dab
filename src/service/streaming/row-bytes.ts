/**
 * The bytes of an answer with rows, in chunks of at most 64 KiB.
 * Guarantees: chunks are made as they are taken; each has a buffer of its own, which may be transferred to another thread;
 * needs nothing that a browser lacks.
 */

/** Allocates exactly so many bytes. */
export type ChunkMemory = (bytes: number) => Uint8Array<ArrayBuffer>

/** What stands around a row's percentage and genes: its coat, and what is said of its viability. */
export interface Frame {
  /** Up to the percentage. */
  readonly before: Uint8Array
  /** After the genes, the closing brace included. */
  readonly after: Uint8Array
}

/** Rows of one percentage: each is frame.before, its start, genes, frame.after. */
export interface RowBlock {
  readonly count: number
  readonly frames: readonly Frame[]
  /** The percentage and its band, and the first genes, which are the same in all rows. */
  readonly starts: readonly Uint8Array[]
  /** Row → its start. */
  readonly startOf: readonly number[]
  readonly genes: readonly Uint8Array[]
}

/** As many as a chunk has, unless all rows fit into less or one row is longer. */
export const CHUNK_BYTES = 64 * 1024
/** Rather more than a row has. */
const ROW_BYTES = 512
const COMMA = 0x2c

const encoder = new TextEncoder()

/**
 * @param before what stands before the rows @param after what stands after them
 * @param rows about how many there are, so that few rows need no large chunk
 * @param memory allocates chunks
 */
export function* listBytes(
  before: string,
  blocks: Iterable<RowBlock>,
  after: string,
  rows: number,
  memory: ChunkMemory = (bytes) => new Uint8Array(bytes),
): Generator<Uint8Array> {
  const last = encoder.encode(after)
  const size = Math.min(CHUNK_BYTES, before.length + rows * ROW_BYTES + last.length)
  const chunk: Chunk = { bytes: memory(size), end: 0, isFirst: true }
  chunk.end = encoder.encodeInto(before, chunk.bytes).written
  for (const block of blocks) {
    let written = writeRows(chunk, block, 0)
    while (written < block.count) {
      const isTooSmall = chunk.end === 0
      if (!isTooSmall) yield chunk.bytes.subarray(0, chunk.end)
      chunk.bytes = memory(isTooSmall ? 2 * chunk.bytes.length : CHUNK_BYTES)
      chunk.end = 0
      written = writeRows(chunk, block, written)
    }
  }
  if (chunk.end + last.length > chunk.bytes.length) {
    yield chunk.bytes.subarray(0, chunk.end)
    yield last
    return
  }
  chunk.bytes.set(last, chunk.end)
  yield chunk.bytes.subarray(0, chunk.end + last.length)
}

interface Chunk {
  bytes: Uint8Array
  end: number
  /** Whether no row was written yet. */
  isFirst: boolean
}

/**
 * Writes rows while they fit. No part of the generator, whose loops the engine compiles too late.
 * @param from the first row of the block to write @returns the first that did not fit
 */
function writeRows(chunk: Chunk, { count, frames, starts, startOf, genes }: RowBlock, from: number): number {
  const { bytes } = chunk
  let { end } = chunk
  let row = from
  for (; row < count; row++) {
    const { before, after } = frames[row] as Frame
    const start = starts[startOf[row] as number] as Uint8Array
    const own = genes[row] as Uint8Array
    if (end + before.length + start.length + own.length + after.length + 1 > bytes.length) break
    if (chunk.isFirst) chunk.isFirst = false
    else bytes[end++] = COMMA
    bytes.set(before, end)
    end += before.length
    bytes.set(start, end)
    end += start.length
    bytes.set(own, end)
    end += own.length
    // Most rows end with `}` alone, and one byte is written sooner than copied.
    if (after.length === 1) bytes[end] = after[0] as number
    else bytes.set(after, end)
    end += after.length
  }
  chunk.end = end
  return row
}

const POOL_BYTES = 16 * 1024
/** The most bytes that one UTF-16 unit becomes. */
const MAX_BYTES = 3

let pool = new Uint8Array(POOL_BYTES)
let used = 0

/**
 * A text as bytes that are never written over, many short ones in one piece of memory: memory of its own for each costs
 * more than encoding it.
 */
export function encodeText(text: string): Uint8Array {
  const most = MAX_BYTES * text.length
  if (most > POOL_BYTES) return encoder.encode(text)
  if (used + most > POOL_BYTES) {
    pool = new Uint8Array(POOL_BYTES)
    used = 0
  }
  const { written } = encoder.encodeInto(text, pool.subarray(used))
  const bytes = pool.subarray(used, used + written)
  used += written
  return bytes
}
