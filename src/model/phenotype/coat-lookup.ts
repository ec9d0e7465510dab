/**
 * The coats of many foals, linkage group by linkage group, by an automaton that lasts from cross to cross.
 * Guarantees: the coat that phenotype.ts finds for the same genotype; bounded, however many crosses are asked for.
 */
import { mattering } from '../by-coat/components.js'
import type { Coat, Model } from '../model.js'
import type { FoalGroup } from '../cross/zygotes.js'
import {
  createCoatAutomata,
  type CoatAutomaton,
  type CoatState,
  type TransitionTable,
} from './coat-automaton.js'
import type { Phenotypes } from './phenotype.js'

/** The way from groups' outcomes to a coat, for the foals of one cross. */
export interface CoatLookup {
  /** The state after one more group; 0 is the one before the first. @param outcome the one chosen in it */
  readonly next: (state: CoatState, group: number, outcome: number) => CoatState
  /** The coat of a state after the last group. */
  readonly coatAt: (state: CoatState) => Coat
  /** The coat of a foal. @param choice the outcome chosen in each group */
  readonly coatOf: (choice: ArrayLike<number>) => Coat
}

/** Of the foals over a group, by outcome, the automaton's input. */
type Inputs = (number | undefined)[]

/** For the foals of one cross after the other. */
export function createCoatLookup(
  model: Model,
  phenotypes: Phenotypes,
): (groups: readonly FoalGroup[]) => CoatLookup {
  const automata = createCoatAutomata(model.groups, model, mattering(model.tables), phenotypes.coatFrom)
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts).
  let known = new WeakMap<FoalGroup, Inputs>()
  let knownTo: CoatAutomaton<Coat> | undefined
  return (groups) => {
    // A cross that has begun keeps the automaton it began with.
    const automaton = automata()
    if (automaton !== knownTo) known = new WeakMap()
    knownTo = automaton
    const inputs = groups.map((foals): Inputs => {
      const own = known.get(foals) ?? foals.outcomes.map(() => undefined)
      known.set(foals, own)
      return own
    })
    const inputAt = (g: number, outcome: number): number => {
      const input = automaton.inputOf(g, groups[g]?.outcomes[outcome] ?? [])
      ;(inputs[g] ?? [])[outcome] = input
      return input
    }
    const { tables } = automaton
    const next = (state: CoatState, g: number, outcome: number): CoatState => {
      const input = inputs[g]?.[outcome] ?? inputAt(g, outcome)
      const after = (tables[g] as TransitionTable).known(state, input)
      return after >= 0 ? after : automaton.learn(g, state, input, input)
    }
    const coatAt = (state: CoatState): Coat => automaton.meaningAt(state)
    return {
      next,
      coatAt,
      coatOf: (choice) => {
        let state = 0
        for (let g = 0; g < choice.length; g++) state = next(state, g, choice[g] ?? 0)
        return coatAt(state)
      },
    }
  }
}
