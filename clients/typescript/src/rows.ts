/**
 * The rows of a cross, one after the other while the service computes them.
 * Guarantees: memory does not follow the number of rows; a loop that is left ends the call.
 */
import { unreadable } from './error.js'
import type { Answer } from './exchange.js'
import { RowSplitter } from './row-splitter.js'
import type { OffspringSummary, Possibility } from './types.js'

/** To be gone through once, with `for await`; the call is made when that begins. */
export class Rows implements AsyncIterable<Possibility> {
  readonly #rows: AsyncGenerator<Possibility, void, undefined>
  #summary: OffspringSummary | undefined

  constructor(ask: () => Promise<Answer>) {
    this.#rows = this.#read(ask)
  }

  /** The answer without its rows, such as `has_kit_linkage`; undefined until the last row was taken. */
  get summary(): OffspringSummary | undefined {
    return this.#summary
  }

  [Symbol.asyncIterator](): AsyncGenerator<Possibility, void, undefined> {
    return this.#rows
  }

  async *#read(ask: () => Promise<Answer>): AsyncGenerator<Possibility, void, undefined> {
    const answer = await ask()
    const splitter = new RowSplitter()
    try {
      for await (const text of answer.text) yield* splitter.take(text) as Possibility[]
      this.#summary = splitter.end() as OffspringSummary
    } catch (error) {
      throw error instanceof SyntaxError ? unreadable(answer, error) : error
    }
  }
}
