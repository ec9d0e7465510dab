/**
 * Splits `{"results":[{…},{…}],…}` into its rows while its text arrives.
 * Guarantees: a row is given when its last character is there; nothing is kept but the row that is not finished and
 * what stands outside of `results`, on whichever side.
 * Leaves to others: whether the rows are what the contract says.
 */

/** What stands before the bracket that opens the rows. */
const BEFORE_ROWS = /[{,]\s*"results"\s*:\s*$/

/** Depth of brackets between two rows. */
const BETWEEN = 2

export class RowSplitter {
  #depth = 0
  #isInString = false
  #isEscaped = false
  #isInRows = false
  #row = ''
  #rest = ''

  /** The rows that are complete with this piece of text. Throws a SyntaxError for one that is no JSON. */
  take(text: string): unknown[] {
    const rows: unknown[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const char = text[at]
      if (this.#isInString) this.#readInString(char)
      else if (char === '"') this.#isInString = true
      else if (char === '{' || char === '[') {
        if (this.#isInRows && this.#depth === BETWEEN) from = at
        this.#depth += 1
        if (char === '{' || this.#isInRows || this.#depth !== BETWEEN) continue
        this.#keep(text.slice(from, at))
        from = at
        if (!BEFORE_ROWS.test(this.#rest)) continue
        this.#rest += char
        this.#isInRows = true
      } else if (char === '}' || char === ']') {
        this.#depth -= 1
        if (!this.#isInRows) continue
        if (this.#depth < BETWEEN) {
          this.#isInRows = false
          from = at
        } else if (this.#depth === BETWEEN) {
          rows.push(JSON.parse(this.#row + text.slice(from, at + 1)))
          this.#row = ''
        }
      }
    }
    this.#keep(text.slice(from))
    return rows
  }

  /** All but the rows, when the text has ended. Throws a SyntaxError if it has not. */
  end(): unknown {
    const { results: _, ...rest } = JSON.parse(this.#rest) as Record<string, unknown>
    return rest
  }

  #keep(text: string): void {
    if (!this.#isInRows) this.#rest += text
    else if (this.#depth > BETWEEN) this.#row += text
  }

  #readInString(char: string | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (char === '\\') this.#isEscaped = true
    else if (char === '"') this.#isInString = false
  }
}
