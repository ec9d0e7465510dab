/**
 * Memory for the chunks of one answer that a thread and the event loop share and use again and again: new memory for each
 * chunk would keep the collectors of both busy.
 * Guarantees: a slot comes round again only after all the others.
 * Leaves to others: that no more chunks are sent than there is room for (thread-stream.ts).
 */
import { CHUNK_BYTES } from '../coats/offspring/answer-bytes.js'

/** So many chunks, 512 KB, are made ahead of the reader; as many again once half of them are taken. */
export const ROOM = 8

/**
 * So up to twelve are sent and not yet done with. Two more are in the thread: the one that is written, and the one before
 * it, which may be the last.
 */
const SLOTS = ROOM + ROOM / 2 + 2

/** Where a chunk lies in the memory of its ring. */
export interface SlotBytes {
  readonly at: number
  readonly length: number
}

export class ChunkRing {
  readonly memory = new SharedArrayBuffer(SLOTS * CHUNK_BYTES)
  private used = 0

  /** The next slot to write a chunk to. */
  next(): Uint8Array {
    return new Uint8Array(this.memory, (this.used++ % SLOTS) * CHUNK_BYTES, CHUNK_BYTES)
  }
}
