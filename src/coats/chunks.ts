/**
 * The memory that rows of large answers are written into, used again and again: what 200 chunks of an answer leave
 * behind is outside of the heap, and hurries the collector, which then holds up everybody else's answers.
 * Guarantees: a chunk taken belongs to who took it until it is given back; one never given back is merely garbage;
 * what waits to be used again is a few megabytes.
 */

export const CHUNK_BYTES = 64 * 1024
const MOST_SPARE = 32

const spare: ArrayBufferLike[] = []
/** Those that are out, so that no other memory is ever taken for a chunk, nor a chunk given back twice. */
const out = new WeakSet<ArrayBufferLike>()

/** At least so many bytes of any content. */
export function takeChunk(bytes: number): Buffer {
  if (bytes > CHUNK_BYTES) return Buffer.allocUnsafe(bytes)
  const memory = spare.pop() ?? new ArrayBuffer(CHUNK_BYTES)
  out.add(memory)
  return Buffer.from(memory)
}

/** Ends the use of a chunk or of a part of it; anything else is left alone. */
export function giveBack({ buffer }: Uint8Array): void {
  if (!out.delete(buffer) || spare.length >= MOST_SPARE) return
  spare.push(buffer)
}
