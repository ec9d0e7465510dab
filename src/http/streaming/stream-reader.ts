/**
 * Who reads one large answer: whether there is room for more, and whether it is still there.
 * Guarantees: no answer takes longer than its deadline, the last bytes' way to the reader included.
 * Leaves to others: what is written (send-stream.ts).
 */
import type { Writable } from 'node:stream'

/** How long one answer may take in all, its reader's slowness included. */
const DEADLINE_MS = 60_000

export interface Reader {
  readonly isGone: () => boolean
  /** After a write that filled the sink: resolves when there is room, or nobody left. Rejects with a fault of the sink. */
  readonly room: () => Promise<void>
}

/**
 * Listeners are set once for an answer: set and removed for each of its pieces they left more behind for the collector
 * than anything else of a large answer.
 * @param sink what is written to, which leads to the response or is it @param most milliseconds for all of the answer
 */
export function readerOf(response: Writable, sink: Writable, most = DEADLINE_MS): Reader {
  let fault: Error | undefined
  let wake = (): void => {}
  const deadline = setTimeout(() => response.destroy(), most).unref()
  response.once('close', () => {
    clearTimeout(deadline)
    wake()
  })
  sink.on('drain', () => wake())
  sink.on('error', (error) => {
    fault ??= error
    wake()
  })
  return {
    isGone: () => response.destroyed,
    async room() {
      if (fault === undefined && !response.destroyed) await new Promise<void>((resolve) => (wake = resolve))
      if (fault !== undefined) throw fault
    },
  }
}
