/**
 * Memory for the chunks of one answer that a thread and the event loop share and use again and again: new memory for each
 * chunk would keep the collector of the event loop busy.
 * Guarantees: a slot comes round again only after all the others.
 * Leaves to others: that no more chunks are sent than there is room for (thread-stream.ts).
 */
import { CHUNK_BYTES } from '../coats/offspring/answer-bytes.js'

/** So many chunks, 512 KB, are made ahead of the reader; as many again once half of them are taken. */
export const ROOM = 8

/** So up to twelve are sent and not yet done with. */
const SLOTS = ROOM + ROOM / 2

/** Where a chunk lies in the memory of its ring. */
export interface SlotBytes {
  readonly at: number
  readonly length: number
}

export class ChunkRing {
  readonly memory = new SharedArrayBuffer(SLOTS * CHUNK_BYTES)
  private used = 0

  /** Copies a chunk to the next slot. Rows are not written here one by one: to shared memory that takes a third longer. */
  put(chunk: Uint8Array): SlotBytes {
    const at = (this.used++ % SLOTS) * CHUNK_BYTES
    new Uint8Array(this.memory, at, chunk.length).set(chunk)
    return { at, length: chunk.length }
  }
}
