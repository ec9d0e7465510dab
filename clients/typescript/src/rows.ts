/**
 * The rows of a cross, one after the other while the service computes them.
 * Guarantees: memory does not follow the number of rows; a loop that is left ends the call.
 */
import { unreadable } from './error.js'
import type { Answer } from './exchange.js'
import { RowSplitter } from './row-splitter.js'

/** To be read once, with `for await`; the call is made when the loop begins. */
export class Rows<Row, Summary> implements AsyncIterable<Row> {
  readonly #rows: AsyncGenerator<Row, void, undefined>
  #summary: Summary | undefined

  constructor(ask: () => Promise<Answer>) {
    this.#rows = this.#read(ask)
  }

  /** The answer without its rows, such as `has_kit_linkage`; undefined until the last row was taken. */
  get summary(): Summary | undefined {
    return this.#summary
  }

  [Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    return this.#rows
  }

  async *#read(ask: () => Promise<Answer>): AsyncGenerator<Row, void, undefined> {
    const answer = await ask()
    const splitter = new RowSplitter()
    try {
      for await (const text of answer.text) yield* splitter.take(text) as Row[]
      this.#summary = splitter.end() as Summary
    } catch (error) {
      throw error instanceof SyntaxError ? unreadable(answer, error) : error
    }
  }
}
