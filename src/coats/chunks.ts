/**
 * The memory that rows of large answers are written into, used again and again: what 200 chunks of an answer leave
 * behind is outside of the heap, and hurries the collector, which then holds up everybody else's answers.
 * Guarantees: a chunk taken belongs to who took it until it is given back; one never given back is merely garbage;
 * what waits to be used again is a few megabytes.
 */

export const CHUNK_BYTES = 64 * 1024
const MOST_SPARE = 32

/** A class of its own, so that no other memory is taken for a chunk. A WeakSet would tell too, and be collected slowly. */
class ChunkMemory extends ArrayBuffer {}

const spare: ChunkMemory[] = []

/** At least so many bytes of any content. */
export function takeChunk(bytes: number): Buffer {
  return bytes > CHUNK_BYTES
    ? Buffer.allocUnsafe(bytes)
    : Buffer.from(spare.pop() ?? new ChunkMemory(CHUNK_BYTES))
}

/** Ends the use of a chunk or of a part of it; anything else is left alone. */
export function giveBack({ buffer }: Uint8Array): void {
  if (!(buffer instanceof ChunkMemory) || spare.length >= MOST_SPARE || spare.includes(buffer)) return
  spare.push(buffer)
}
