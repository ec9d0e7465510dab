/**
 * An automaton gone through by numbers: the states after each place are numbered, and known steps stand in flat arrays.
 * Following references from state to state would wait for memory at each of them.
 * Guarantees: the states that the automaton finds, each step looked for in it once as long as there is room.
 * Leaves to others: what a state after the last place means, beginning anew when the walk is full.
 */
import { createAutomaton, type Automaton, type State } from './automaton.js'
import type { TableDiagram } from '../by-coat/diagram.js'
import { TransitionTable } from './transition-table.js'

export interface NumberedAutomaton<Meaning> extends Pick<Automaton<Meaning>, 'inputOf'> {
  /** Known steps, by place. The state before the first place is 0. */
  readonly tables: readonly TransitionTable[]
  /** The states after the last place, by number. */
  readonly last: readonly State<Meaning>[]
  /** Finds the number of the state after a place. @param column where the table of the place is to remember it */
  readonly learn: (place: number, state: number, input: number, column: number) => number
  /** Whether it is time to begin anew. */
  isFull: boolean
}

const MOST_STATES = 20_000

/** @param places how many linkage groups the diagrams are built for */
export function createNumberedAutomaton<Meaning>(
  places: number,
  diagrams: readonly TableDiagram[],
): NumberedAutomaton<Meaning> {
  const { start, size, inputOf, step } = createAutomaton<Meaning>(places, diagrams)
  const tables = Array.from({ length: places }, () => new TransitionTable())
  // States before each place, and those after the last one.
  const states: State<Meaning>[][] = [[start], ...tables.map(() => [])]
  const walk: NumberedAutomaton<Meaning> = {
    tables,
    last: states[places] ?? [],
    inputOf,
    learn: (place, state, input, column) => {
      const before = states[place]?.[state] ?? start
      const after = before.next[input] ?? step(before, place, input)
      ;(states[place + 1] ?? [])[after.number] = after
      tables[place]?.remember(state, column, after.number)
      walk.isFull = size() >= MOST_STATES
      return after.number
    },
    isFull: false,
  }
  return walk
}
