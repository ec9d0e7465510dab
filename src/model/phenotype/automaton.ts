/**
 * Tables as one automaton over the linkage groups in canonical order: all that the tables can tell of the first groups
 * is one state, and what is chosen in the next group leads to another.
 * Guarantees: states and steps are found once, when they are first asked for, and remembered; a step that is known is
 * one array read. Different states are different to some table.
 * Leaves to others: what a state after the last group means (coat-lookup.ts, visible-coat.ts), and bounding it (`size`).
 */
import type { DiagramStep, TableDiagram } from '../by-coat/diagram.js'
import type { LocusGenotype } from '../model.js'

export interface State<Meaning> {
  /** Among the states after the same group; the start is 0. */
  readonly number: number
  /** Node of each diagram, one character each: there are many states, and few bytes in this. */
  readonly nodes: string
  /** By the input of the next group; what is missing was never asked for. */
  readonly next: (State<Meaning> | undefined)[]
  /** After the last group, once it was asked for. */
  meaning: Meaning | undefined
}

export interface Automaton<Meaning> {
  readonly start: State<Meaning>
  /** How many states it remembers. */
  readonly size: () => number
  /** A number for what the tables can tell of genotypes over a group. */
  readonly inputOf: (group: number, genotypes: readonly LocusGenotype[]) => number
  /** Finds and remembers the state after one more group. */
  readonly step: (state: State<Meaning>, group: number, input: number) => State<Meaning>
}

/** @param groups how many linkage groups the diagrams are built for */
export function createAutomaton<Meaning>(
  groups: number,
  diagrams: readonly TableDiagram[],
): Automaton<Meaning> {
  const levels = Array.from({ length: groups }, (_, group) => createLevel<Meaning>(diagrams, group))
  let size = 0
  const nodes = new Uint16Array(diagrams.length)
  const levelAt = (group: number): Level<Meaning> => levels[group] as Level<Meaning>
  return {
    start: { number: 0, nodes: String.fromCharCode(...nodes.fill(0)), next: [], meaning: undefined },
    size: () => size,
    inputOf: (group, genotypes) => {
      const { reading, inputs, numbers } = levelAt(group)
      const told = reading.map(({ step }) => step.inputOf(genotypes))
      const key = told.join()
      const number = numbers.get(key) ?? inputs.push(told) - 1
      numbers.set(key, number)
      return number
    },
    step: (state, group, input) => {
      const { reading, inputs, states } = levelAt(group)
      for (let i = 0; i < nodes.length; i++) nodes[i] = state.nodes.charCodeAt(i)
      reading.forEach(({ i, step }, at) => {
        nodes[i] = step.next[nodes[i] ?? 0]?.[inputs[input]?.[at] ?? 0] ?? 0
      })
      const key = String.fromCharCode(...nodes)
      let next = states.get(key)
      if (next === undefined) {
        size++
        states.set(key, (next = { number: states.size, nodes: key, next: [], meaning: undefined }))
      }
      return (state.next[input] = next)
    },
  }
}

/** What is known of one group. */
interface Level<Meaning> {
  /** The diagrams that read it. */
  readonly reading: readonly { readonly i: number; readonly step: DiagramStep }[]
  /** What they are told, by input, and the input by that. */
  readonly inputs: (readonly number[])[]
  readonly numbers: Map<string, number>
  /** The states after it. */
  readonly states: Map<string, State<Meaning>>
}

function createLevel<Meaning>(diagrams: readonly TableDiagram[], group: number): Level<Meaning> {
  const reading = diagrams.flatMap(({ steps }, i) => {
    const step = steps[group]
    return step === undefined ? [] : [{ i, step }]
  })
  return { reading, inputs: [], numbers: new Map(), states: new Map() }
}
