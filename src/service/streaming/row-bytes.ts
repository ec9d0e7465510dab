/**
 * Assembles the bytes of an answer with rows, in chunks of up to 64 KiB.
 * Guarantees: chunks are computed on demand; each has its own buffer, which may be transferred to another thread; runs in browsers.
 */

/** Allocates a buffer of exactly this size. */
export type ChunkMemory = (bytes: number) => Uint8Array<ArrayBuffer>

/** The parts of a row around its percentage and genes: coat and viability. */
export interface Frame {
  /** Everything before the percentage. */
  readonly before: Uint8Array
  /** Everything after the genes, including the closing brace. */
  readonly after: Uint8Array
}

/** Consecutive rows, each written as frame.before, start, genes, frame.after. */
export interface RowBlock {
  readonly count: number
  readonly frames: readonly Frame[]
  /** Percentage, its interval and the first genes. */
  readonly starts: readonly Uint8Array[]
  /** Row → index of its start. */
  readonly startOf: readonly number[]
  readonly genes: readonly Uint8Array[]
}

/** Size of a chunk, unless all rows need less or a single row needs more. */
export const CHUNK_BYTES = 64 * 1024
/** Upper estimate of the size of a row. */
const ROW_BYTES = 512
const COMMA = 0x2c

const encoder = new TextEncoder()

/**
 * @param before text before the rows @param after text after them
 * @param rows approximate number of rows, for the size of the first chunk
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
  /** Whether no row has been written yet. */
  isFirst: boolean
}

/**
 * Writes rows while they fit. Separate from the generator, because V8 optimizes loops in generators too late.
 * @param from first row to write @returns the first row that did not fit
 */
function writeRows(chunk: Chunk, { count, frames, starts, startOf, genes }: RowBlock, from: number): number {
  const { bytes } = chunk
  let { end } = chunk
  let row = from
  for (; row < count; row++) {
    const { before, after } = frames[row] as Frame
    const start = starts[startOf[row] as number] as Uint8Array
    const rowGenes = genes[row] as Uint8Array
    if (end + before.length + start.length + rowGenes.length + after.length + 1 > bytes.length) break
    if (chunk.isFirst) chunk.isFirst = false
    else bytes[end++] = COMMA
    bytes.set(before, end)
    end += before.length
    bytes.set(start, end)
    end += start.length
    bytes.set(rowGenes, end)
    end += rowGenes.length
    // Most rows end with `}`, and assigning one byte is faster than copying.
    if (after.length === 1) bytes[end] = after[0] as number
    else bytes.set(after, end)
    end += after.length
  }
  chunk.end = end
  return row
}

const POOL_BYTES = 16 * 1024
/** Maximum UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES = 3

let pool = new Uint8Array(POOL_BYTES)
let used = 0

/**
 * Encodes a text into immutable bytes. Short texts share a buffer, because allocating one for each would cost more than encoding.
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
