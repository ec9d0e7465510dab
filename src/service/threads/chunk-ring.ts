/**
 * Memory for the chunks of one answer that a thread and the event loop share and use again and again: new memory for each
 * chunk, or for each answer, would keep the collectors of both busy, and neither is in a hurry to free shared memory.
 * Guarantees: a slot comes round again only after all the others; memory is used for one answer at a time.
 * Leaves to others: that no more chunks are sent than there is room for, and when an answer has ended (thread-stream.ts).
 */
import { CHUNK_BYTES } from '../streaming/row-bytes.js'

/** So many chunks, 256 KB, are made ahead of the reader; as many again once half of them are taken. */
export const ROOM = 4

/**
 * So up to six are sent and not yet done with. Two more are in the thread: the one that is written, and the one before
 * it, which may be the last.
 */
const SLOTS = ROOM + ROOM / 2 + 2

/** Where a chunk lies in the memory of its ring. */
export interface SlotBytes {
  readonly at: number
  readonly length: number
}

export class ChunkRing {
  private used = 0

  constructor(private readonly memory: SharedArrayBuffer) {}

  /** The next slot to write a chunk to. */
  next(): Uint8Array {
    return new Uint8Array(this.memory, (this.used++ % SLOTS) * CHUNK_BYTES, CHUNK_BYTES)
  }
}

/** 16 MB at most; what is returned beyond that is left to the collectors. */
const MAX_FREE = 32

/** Memory of rings whose answers have ended, for the next ones. */
export class RingMemory {
  private readonly free: SharedArrayBuffer[] = []

  take(): SharedArrayBuffer {
    return this.free.pop() ?? new SharedArrayBuffer(SLOTS * CHUNK_BYTES)
  }

  /** @param memory that neither a thread nor a reader uses any more */
  giveBack(memory: SharedArrayBuffer): void {
    if (this.free.length < MAX_FREE) this.free.push(memory)
  }
}
