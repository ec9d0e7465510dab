/**
 * Lines of the log, joined before they are given to the library's writer, which would count the bytes of all that waits
 * at each line: some microseconds of every call.
 * Guarantees: lines keep their order; none waits longer than a tenth of a second; what waits when the process ends is
 * written then; a writer whose reader has gone harms nobody.
 */

/** Where batches go, and what is asked of it before a process ends. */
export interface BatchWriter {
  readonly write: (text: string) => unknown
  readonly flush: (done: (fault?: Error | null) => void) => void
  readonly flushSync: () => void
}

/** A write costs about as much as an answer: one for some sixty lines. */
const BATCH_CHARACTERS = 16_384
/** How long a line waits for others. */
const LONGEST_WAIT_MS = 100

/** What a logger writes its lines to. */
export class LineBatches {
  private lines: string[] = []
  private characters = 0

  constructor(private readonly writer: BatchWriter) {
    setInterval(() => this.pass(), LONGEST_WAIT_MS).unref()
    process.on('exit', () => {
      try {
        this.pass()
        writer.flushSync()
      } catch {
        // Nobody reads the log any more.
      }
    })
  }

  write(line: string): void {
    this.characters += line.length
    this.lines.push(line)
    if (this.characters >= BATCH_CHARACTERS) this.pass()
  }

  /** Calls back when all lines so far are written, or cannot be. */
  flush(done: (fault?: Error | null) => void): void {
    this.pass()
    this.writer.flush(done)
  }

  private pass(): void {
    if (this.lines.length === 0) return
    const text = this.lines.join('')
    this.lines = []
    this.characters = 0
    this.writer.write(text)
  }
}
