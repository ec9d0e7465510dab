/**
 * Texts as UTF-8 bytes, many short ones in one piece of memory: memory of its own for each costs more than encoding it.
 * Guarantees: what was returned is never written over.
 * Leaves to others: bytes that leave this thread, which need memory of their own (answer-bytes.ts).
 */

const POOL_BYTES = 16 * 1024
/** The most bytes that one UTF-16 unit becomes. */
const MOST_BYTES = 3

const encoder = new TextEncoder()
let pool = new Uint8Array(POOL_BYTES)
let used = 0

export function encodeText(text: string): Uint8Array {
  const most = MOST_BYTES * text.length
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
