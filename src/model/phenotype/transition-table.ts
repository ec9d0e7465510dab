/**
 * Known steps of an automaton at one place, by numbers: state before × input → state after, in one flat array.
 * Guarantees: a known step is one array read; room grows with states and inputs, up to a bound.
 * Leaves to others: finding a step for the first time (numbered-automaton.ts).
 */

const FIRST_INPUTS = 8
const FIRST_STATES = 8
/** Two bytes each. */
const MOST_STEPS = 2 ** 20

/** A class, so that all places read their arrays in one way. */
export class TransitionTable {
  /** How many inputs there is room for. */
  private width = FIRST_INPUTS
  /** By state × width + input: one more than the number of the state after, 0 where it is not known. */
  private steps = new Uint16Array(FIRST_INPUTS * FIRST_STATES)

  /** The number of the state after; -1: not known. */
  known(state: number, input: number): number {
    return input < this.width ? (this.steps[state * this.width + input] ?? 0) - 1 : -1
  }

  /** Does nothing when there is no room left: then a step is found again each time. */
  remember(state: number, input: number, after: number): void {
    const width = Math.max(this.width, 2 ** Math.ceil(Math.log2(input + 1)))
    const states = Math.max(this.steps.length / this.width, 2 ** Math.ceil(Math.log2(state + 1)))
    if (width * states > MOST_STEPS || after >= 0xffff) return
    if (width * states > this.steps.length) this.grow(states, width)
    this.steps[state * width + input] = after + 1
  }

  private grow(states: number, width: number): void {
    const larger = new Uint16Array(states * width)
    for (let from = 0, to = 0; from < this.steps.length; from += this.width, to += width)
      larger.set(this.steps.subarray(from, from + this.width), to)
    this.width = width
    this.steps = larger
  }
}
