/**
 * The coats of many foals, linkage group by linkage group: all that the tables can tell of a foal's first groups is
 * one state, and a group's outcome leads from state to state. States and steps are found once and remembered from
 * cross to cross, so that a foal is a few look-ups.
 * Guarantees: the coat that phenotype.ts finds for the same genotype; bounded, however many crosses are asked for.
 * Leaves to others: single horses (phenotype.ts), coats without their genotypes (coat-shares.ts).
 */
import { mattering, withAsked } from './components.js'
import { buildDiagram, endsOf, type TableDiagram } from './diagram.js'
import type { Coat, LocusGenotype, Model } from './model.js'
import type { Phenotypes } from './phenotype.js'
import type { FoalGroup } from './zygotes.js'

/** The way from groups' outcomes to a coat, for the foals of one cross. */
export interface CoatLookup {
  /** The state before the first group. */
  readonly start: State
  /** The state after one more group. @param outcome the one chosen in it */
  readonly next: (state: State, group: number, outcome: number) => State
  /** The coat of a state after the last group. */
  readonly coatAt: (state: State) => Coat
}

/** @param choice the outcome chosen in each group */
export function coatOf(coats: CoatLookup, choice: ArrayLike<number>): Coat {
  let state = coats.start
  for (let g = 0; g < choice.length; g++) state = coats.next(state, g, choice[g] ?? 0)
  return coats.coatAt(state)
}

/** Beyond so many states all are forgotten, before the next cross. */
const MOST_STATES = 50_000

/** For the foals of one cross after the other. */
export function createCoatLookup(
  model: Model,
  phenotypes: Phenotypes,
): (groups: readonly FoalGroup[]) => CoatLookup {
  const coating = new Set(mattering(model.tables))
  const tables = withAsked(model.tables, (table) => coating.has(table))
  const diagrams = tables.map((table) => buildDiagram(table, model.groups))
  const coatFrom = ({ nodes }: State): Coat => phenotypes.coatFrom(endsOf(diagrams, (i) => nodes[i] ?? 0))
  let automaton = createAutomaton(model, diagrams)
  return (groups) => {
    if (automaton.size() >= MOST_STATES) automaton = createAutomaton(model, diagrams)
    const { start, inputOf, step } = automaton
    const inputs = groups.map(({ outcomes }, g) => outcomes.map((outcome) => inputOf(g, outcome)))
    return {
      start,
      next: (state, g, outcome) => {
        const input = inputs[g]?.[outcome] ?? 0
        return state.next[input] ?? step(state, g, input)
      },
      coatAt: (state) => (state.coat ??= coatFrom(state)),
    }
  }
}

/** What the tables can tell of some groups together; grows as more is asked of it. */
export interface State {
  /** Node of each diagram. */
  readonly nodes: readonly number[]
  /** By what the tables can tell of the next group's outcome; what is missing was never asked for. */
  readonly next: (State | undefined)[]
  /** After the last group, when it was asked for. */
  coat: Coat | undefined
}

interface Automaton {
  readonly start: State
  readonly size: () => number
  /** All that the tables can tell of an outcome, as a number. */
  readonly inputOf: (group: number, outcome: readonly LocusGenotype[]) => number
  /** Finds and remembers the state after one more group. */
  readonly step: (state: State, group: number, input: number) => State
}

function createAutomaton(model: Model, diagrams: readonly TableDiagram[]): Automaton {
  const levels = model.groups.map((_, group) => ({
    reading: diagrams.flatMap(({ steps }, i) => {
      const step = steps[group]
      return step === undefined ? [] : [{ i, step }]
    }),
    inputs: [] as (readonly number[])[],
    inputNumbers: new Map<string, number>(),
    states: new Map<string, State>(),
  }))
  let size = 0
  return {
    start: { nodes: diagrams.map(() => 0), next: [], coat: undefined },
    size: () => size,
    inputOf: (group, outcome) => {
      const { reading, inputs, inputNumbers } = levels[group] as (typeof levels)[number]
      const told = reading.map(({ step }) => step.inputOf(outcome))
      const key = told.join()
      const number = inputNumbers.get(key) ?? inputs.push(told) - 1
      inputNumbers.set(key, number)
      return number
    },
    step: (state, group, input) => {
      const { reading, inputs, states } = levels[group] as (typeof levels)[number]
      const nodes = [...state.nodes]
      reading.forEach(({ i, step }, at) => {
        nodes[i] = step.next[nodes[i] ?? 0]?.[inputs[input]?.[at] ?? 0] ?? 0
      })
      const key = String.fromCharCode(...nodes)
      let next = states.get(key)
      if (next === undefined) {
        size++
        states.set(key, (next = { nodes, next: [], coat: undefined }))
      }
      return (state.next[input] = next)
    },
  }
}
