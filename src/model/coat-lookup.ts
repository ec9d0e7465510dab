/**
 * The coats of many foals, linkage group by linkage group, by an automaton that lasts from cross to cross.
 * Guarantees: the coat that phenotype.ts finds for the same genotype; bounded, however many crosses are asked for.
 * Leaves to others: single horses (phenotype.ts), coats without their genotypes (coat-shares.ts).
 */
import { createAutomaton, type Automaton, type State } from './automaton.js'
import { mattering, withAsked } from './components.js'
import { buildDiagram, endsOf } from './diagram.js'
import type { Coat, Model } from './model.js'
import type { Phenotypes } from './phenotype.js'
import type { FoalGroup } from './zygotes.js'

export type CoatState = State<Coat>

/** The way from groups' outcomes to a coat, for the foals of one cross. */
export interface CoatLookup {
  /** The state before the first group. */
  readonly start: CoatState
  /** The state after one more group. @param outcome the one chosen in it */
  readonly next: (state: CoatState, group: number, outcome: number) => CoatState
  /** The coat of a state after the last group. */
  readonly coatAt: (state: CoatState) => Coat
}

/**
 * The coats of foals, one after the other: each is followed from the first group in which it differs from the one before.
 * @returns the coat, given the outcome chosen in each group
 */
export function followFoals(coats: CoatLookup): (choice: ArrayLike<number>) => Coat {
  const last: number[] = []
  const states: CoatState[] = [coats.start]
  return (choice) => {
    let g = 0
    while (g < choice.length && last[g] === choice[g]) g++
    let state = states[g] ?? coats.start
    for (; g < choice.length; g++) {
      const outcome = choice[g] ?? 0
      state = coats.next(state, g, outcome)
      last[g] = outcome
      states[g + 1] = state
    }
    return coats.coatAt(state)
  }
}

type Inputs = (number | undefined)[]

/** Beyond so many states all are forgotten, before the next cross. */
const MOST_STATES = 20_000

/** For the foals of one cross after the other. */
export function createCoatLookup(
  model: Model,
  phenotypes: Phenotypes,
): (groups: readonly FoalGroup[]) => CoatLookup {
  const coating = new Set(mattering(model.tables))
  const tables = withAsked(model.tables, (table) => coating.has(table))
  const diagrams = tables.map((table) => buildDiagram(table, model.groups))
  const renew = (): Automaton<Coat> => createAutomaton(model.groups.length, diagrams)
  let automaton = renew()
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts): by outcome the automaton's input.
  let known = new WeakMap<FoalGroup, Inputs>()
  const inputsOf = (foals: FoalGroup): Inputs => {
    const inputs = known.get(foals) ?? foals.outcomes.map(() => undefined)
    known.set(foals, inputs)
    return inputs
  }
  const coatFrom = ({ nodes }: CoatState): Coat =>
    phenotypes.coatFrom(endsOf(diagrams, (i) => nodes.charCodeAt(i)))
  return (groups) => {
    if (automaton.size() >= MOST_STATES) {
      automaton = renew()
      known = new WeakMap()
    }
    const { start, inputOf, step } = automaton
    const inputs = groups.map(inputsOf)
    const inputAt = (g: number, outcome: number): number => {
      const input = inputOf(g, groups[g]?.outcomes[outcome] ?? [])
      ;(inputs[g] ?? [])[outcome] = input
      return input
    }
    return {
      start,
      next: (state, g, outcome) => {
        const input = inputs[g]?.[outcome] ?? inputAt(g, outcome)
        return state.next[input] ?? step(state, g, input)
      },
      coatAt: (state) => (state.meaning ??= coatFrom(state)),
    }
  }
}
