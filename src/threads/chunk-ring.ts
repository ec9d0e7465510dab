/**
 * Memory for the chunks of one answer that a thread and the event loop share and use again and again: new memory for each
 * chunk would keep the collectors of both busy.
 * Guarantees: a slot comes round again only after all the others.
 * Leaves to others: that no more chunks are under way than may be (thread-stream.ts).
 */
import { CHUNK_BYTES } from '../coats/offspring/answer-bytes.js'

/** So many chunks, 768 KB, may be sent and not yet done with. */
export const MOST_UNDER_WAY = 12

/** Where a chunk lies in the memory of its ring. */
export interface SlotBytes {
  readonly at: number
  readonly length: number
}

export class ChunkRing {
  readonly memory: SharedArrayBuffer
  private used = 0

  constructor(private readonly slots: number) {
    this.memory = new SharedArrayBuffer(slots * CHUNK_BYTES)
  }

  /** The next slot to write a chunk to. */
  next(): Uint8Array {
    return new Uint8Array(this.memory, (this.used++ % this.slots) * CHUNK_BYTES, CHUNK_BYTES)
  }
}
