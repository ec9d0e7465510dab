/**
 * Tables as one automaton over linkage groups in canonical order. It grows as it is used and outlives what it was asked
 * for, so that a step is found once and read from then on.
 * Guarantees: different states are different to some table. States and steps are numbers in flat arrays, since following
 * references from state to state would wait for memory at each of them.
 */
import type { GroupInput, StateKey, TableSteps } from '../by-coat/table-steps.js'
import type { LinkageGroup, Outcome } from '../model.js'

/** Among the states after the same group; 0 before the first one. */
export type CoatState = number

const MOST_STATES = 20_000

export class CoatAutomaton<Meaning> {
  /** Whether it is time to begin anew. */
  isFull = false
  /** Known steps, by group. */
  private readonly tables: readonly TransitionTable[]
  /** The state number of each key after a group, and the other way round, from before the first group on. */
  private readonly numbers: readonly Map<StateKey, CoatState>[]
  private readonly keys: readonly StateKey[][]
  private readonly meanings: Meaning[] = []
  private size = 0

  /** @param meaningOf the outcomes after the last group, one per table */
  constructor(
    groups: readonly LinkageGroup[],
    private readonly steps: TableSteps,
    private readonly meaningOf: (outcomes: readonly Outcome[]) => Meaning,
  ) {
    this.tables = groups.map(() => new TransitionTable())
    this.numbers = groups.map(() => new Map())
    this.keys = [[steps.start], ...groups.map(() => [])]
  }

  /** The state after one more group. */
  next(group: number, state: CoatState, input: GroupInput): CoatState {
    const after = (this.tables[group] as TransitionTable).known(state, input.number)
    return after >= 0 ? after : this.learn(group, state, input)
  }

  /** What a state after the last group means. */
  meaningAt(state: CoatState): Meaning {
    return (this.meanings[state] ??= this.meaningOf(
      this.steps.outcomesAt(this.keys.at(-1)?.[state] ?? this.steps.start),
    ))
  }

  private learn(group: number, state: CoatState, input: GroupInput): CoatState {
    const after = this.steps.after(this.keys[group]?.[state] ?? this.steps.start, input)
    const numbers = this.numbers[group] as Map<StateKey, CoatState>
    const number = numbers.get(after) ?? numbers.size
    if (number === numbers.size) {
      numbers.set(after, number)
      this.keys[group + 1]?.push(after)
      this.isFull = ++this.size >= MOST_STATES
    }
    this.tables[group]?.remember(state, input.number, number)
    return number
  }
}

/** @returns the automaton, begun anew whenever it is full */
export function createCoatAutomata<Meaning>(
  groups: readonly LinkageGroup[],
  steps: TableSteps,
  meaningOf: (outcomes: readonly Outcome[]) => Meaning,
): () => CoatAutomaton<Meaning> {
  let latest = new CoatAutomaton(groups, steps, meaningOf)
  return () => {
    if (latest.isFull) latest = new CoatAutomaton(groups, steps, meaningOf)
    return latest
  }
}

const FIRST_INPUTS = 8
const FIRST_STATES = 8
/** Two bytes each. */
const MOST_STEPS = 2 ** 20

/** Known steps over one group: state before × input → state after, as far as there is room. */
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
