/**
 * Tables as one automaton over linkage groups in canonical order: all that the tables can tell of the first groups is one
 * state, and what is chosen in the next group leads to another. It outlives what it was asked for, so that a step is found
 * once and read from then on.
 * Guarantees: different states are different to some table. States and steps are numbers in flat arrays, since following
 * references from state to state would wait for memory at each of them.
 */
import { withAsked } from '../by-coat/components.js'
import { buildDiagram, endsOf, type DiagramStep, type TableDiagram } from '../by-coat/diagram.js'
import type { CompiledTable, LinkageGroup, LocusGenotype, Model, Outcome } from '../model.js'

/** Among the states after the same group; 0 before the first one. */
export type CoatState = number

const MOST_STATES = 20_000

export class CoatAutomaton<Meaning> {
  /** Whether it is time to begin anew. */
  isFull = false
  /** Known steps, by group. */
  readonly tables: readonly TransitionTable[]
  /** The state number of each combination of nodes after a group. */
  private readonly numbers: readonly Map<string, CoatState>[]
  /** The other way round, from before the first group on. Node of each diagram, one character each: few bytes. */
  private readonly nodes: readonly string[][]
  private readonly inputs: readonly Inputs[]
  private readonly meanings: Meaning[] = []
  private size = 0

  /** @param groups for which the diagrams are built @param meaningOf the outcomes after the last group, one per table */
  constructor(
    groups: readonly LinkageGroup[],
    private readonly diagrams: readonly TableDiagram[],
    private readonly meaningOf: (outcomes: readonly Outcome[]) => Meaning,
  ) {
    this.tables = groups.map(() => new TransitionTable())
    this.numbers = groups.map(() => new Map())
    this.nodes = [[String.fromCharCode(...diagrams.map(() => 0))], ...groups.map(() => [])]
    this.inputs = groups.map((_, group) => inputsOver(diagrams, group))
  }

  /** A number for what the tables can tell of genotypes over a group. */
  inputOf(group: number, genotypes: readonly LocusGenotype[]): number {
    const { reading, told, numbers } = this.inputs[group] as Inputs
    const inputs = reading.map(({ step }) => step.inputOf(genotypes))
    const key = inputs.join()
    const number = numbers.get(key) ?? told.push(inputs) - 1
    numbers.set(key, number)
    return number
  }

  /** Finds the state after one more group. @param column where the group's table is to remember it */
  learn(group: number, state: CoatState, input: number, column: number): CoatState {
    const { reading, told } = this.inputs[group] as Inputs
    const before = this.nodes[group]?.[state] ?? ''
    const codes = Array.from(before, (node) => node.charCodeAt(0))
    reading.forEach(({ diagram, step }, i) => {
      codes[diagram] = step.next[codes[diagram] ?? 0]?.[told[input]?.[i] ?? 0] ?? 0
    })
    const after = String.fromCharCode(...codes)
    const numbers = this.numbers[group] as Map<string, CoatState>
    const number = numbers.get(after) ?? numbers.size
    if (number === numbers.size) {
      numbers.set(after, number)
      this.nodes[group + 1]?.push(after)
      this.isFull = ++this.size >= MOST_STATES
    }
    this.tables[group]?.remember(state, column, number)
    return number
  }

  /** What a state after the last group means. */
  meaningAt(state: CoatState): Meaning {
    return (this.meanings[state] ??= this.meaningOf(
      endsOf(this.diagrams, (i) => this.nodes.at(-1)?.[state]?.charCodeAt(i) ?? 0),
    ))
  }
}

/** @returns the automaton of the tables wanted, begun anew whenever it is full */
export function createCoatAutomata<Meaning>(
  groups: readonly LinkageGroup[],
  { tables }: Model,
  wanted: readonly CompiledTable[],
  meaningOf: (outcomes: readonly Outcome[]) => Meaning,
): () => CoatAutomaton<Meaning> {
  const diagrams = withAsked(tables, (table) => wanted.includes(table)).map((table) =>
    buildDiagram(table, groups),
  )
  const begin = (): CoatAutomaton<Meaning> => new CoatAutomaton(groups, diagrams, meaningOf)
  let latest = begin()
  return () => (latest.isFull ? (latest = begin()) : latest)
}

/** What the diagrams that read a group are told, by input number, and the number by that. */
interface Inputs {
  readonly reading: readonly { readonly diagram: number; readonly step: DiagramStep }[]
  readonly told: (readonly number[])[]
  readonly numbers: Map<string, number>
}

function inputsOver(diagrams: readonly TableDiagram[], group: number): Inputs {
  const reading = diagrams.flatMap(({ steps }, diagram) => {
    const step = steps[group]
    return step === undefined ? [] : [{ diagram, step }]
  })
  return { reading, told: [], numbers: new Map() }
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
