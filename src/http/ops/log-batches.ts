/**
 * Lines of the log, joined before they are given to the library's writer, which would look through all that waits
 * at each line: a third of what a short answer costs.
 * Guarantees: lines keep their order; none waits longer than a tenth of a second; what waits when the process ends is
 * written then; a writer whose reader has gone harms nobody.
 * Leaves to others: writing without holding an answer up.
 */

/** Where batches go, and what is asked of it before a process ends. */
export interface BatchWriter {
  readonly write: (text: string) => unknown
  readonly flush: (done: (fault?: Error | null) => void) => void
  readonly flushSync: () => void
}

/** What a logger writes its lines to. */
export interface LineBatches {
  readonly write: (line: string) => void
  /** Calls back when all lines so far are written, or cannot be. */
  readonly flush: (done: (fault?: Error | null) => void) => void
}

/** A write costs about as much as an answer: one for some sixty lines. */
const BATCH_CHARACTERS = 16_384
/** How long a line waits for others. */
const LONGEST_WAIT_MS = 100

export function createLineBatches(writer: BatchWriter): LineBatches {
  let lines: string[] = []
  let characters = 0
  const pass = (): void => {
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    characters = 0
    writer.write(text)
  }
  setInterval(pass, LONGEST_WAIT_MS).unref()
  process.on('exit', () => {
    try {
      pass()
      writer.flushSync()
    } catch {
      // There is nobody left to tell, and nobody reads.
    }
  })
  return {
    write: (line) => {
      lines.push(line)
      characters += line.length
      if (characters >= BATCH_CHARACTERS) pass()
    },
    flush: (done) => {
      pass()
      writer.flush(done)
    },
  }
}
