/**
 * The coats of many foals, linkage group by linkage group, by an automaton that lasts from cross to cross.
 * Guarantees: the coat that phenotype.ts finds for the same genotype; bounded, however many crosses are asked for.
 * Leaves to others: single horses (phenotype.ts), coats without their genotypes (coats.ts).
 */
import type { State } from './automaton.js'
import { mattering, withAsked } from '../by-coat/components.js'
import { buildDiagram, endsOf } from '../by-coat/diagram.js'
import type { Coat, Model } from '../model.js'
import type { Phenotypes } from './phenotype.js'
import type { TransitionTable } from './transition-table.js'
import { createNumberedAutomaton, type NumberedAutomaton } from './numbered-automaton.js'
import type { FoalGroup } from '../cross/zygotes.js'

/** All that tells coats apart in the groups so far: a number, among the states after the same group. */
export type CoatState = number

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

/** For the foals of one cross after the other. */
export function createCoatLookup(
  model: Model,
  phenotypes: Phenotypes,
): (groups: readonly FoalGroup[]) => CoatLookup {
  const coating = new Set(mattering(model.tables))
  const tables = withAsked(model.tables, (table) => coating.has(table))
  const diagrams = tables.map((table) => buildDiagram(table, model.groups))
  const begin = (): NumberedAutomaton<Coat> => createNumberedAutomaton(model.groups.length, diagrams)
  let latest = begin()
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts): by outcome the walk's input.
  let known = new WeakMap<FoalGroup, Inputs>()
  const inputsOf = (foals: FoalGroup): Inputs => {
    const inputs = known.get(foals) ?? foals.outcomes.map(() => undefined)
    known.set(foals, inputs)
    return inputs
  }
  const coatFrom = ({ nodes }: State<Coat>): Coat =>
    phenotypes.coatFrom(endsOf(diagrams, (i) => nodes.charCodeAt(i)))
  return (groups) => {
    // A cross that has begun keeps the walk it began with.
    if (latest.isFull) {
      latest = begin()
      known = new WeakMap()
    }
    const { tables: steps, last, inputOf, learn } = latest
    const inputs = groups.map(inputsOf)
    const inputAt = (g: number, outcome: number): number => {
      const input = inputOf(g, groups[g]?.outcomes[outcome] ?? [])
      ;(inputs[g] ?? [])[outcome] = input
      return input
    }
    return {
      start: 0,
      next: (state, g, outcome) => {
        const input = inputs[g]?.[outcome] ?? inputAt(g, outcome)
        const after = (steps[g] as TransitionTable).known(state, input)
        return after >= 0 ? after : learn(g, state, input, input)
      },
      coatAt: (state) => {
        const found = last[state] as State<Coat>
        return (found.meaning ??= coatFrom(found))
      },
    }
  }
}
