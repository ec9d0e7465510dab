/**
 * The coats of many foals, linkage group by linkage group, by an automaton that lasts from cross to cross.
 * Guarantees: the coat that phenotype.ts finds for the same genotype; bounded, however many crosses are asked for.
 */
import { coatTables } from '../by-coat/components.js'
import { createTableSteps, type GroupInput } from '../by-coat/table-steps.js'
import type { Coat, Model } from '../model.js'
import type { FoalGroup } from '../cross/zygotes.js'
import { createCoatAutomata, type CoatState } from './coat-automaton.js'
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

/** For the foals of one cross after the other. */
export function createCoatLookup(
  { groups, tables }: Model,
  phenotypes: Phenotypes,
): (foals: readonly FoalGroup[]) => CoatLookup {
  const steps = createTableSteps(groups, coatTables(tables))
  const automata = createCoatAutomata(groups, steps, phenotypes.coatFrom)
  // Of the foals over a group, by outcome. Crosses share them, and they are remembered elsewhere (zygotes.ts).
  const known = new WeakMap<FoalGroup, GroupInput[]>()
  return (foals) => {
    // A cross that has begun keeps the automaton it began with.
    const automaton = automata()
    const inputs = foals.map((each) => known.get(each) ?? [])
    foals.forEach((each, g) => known.set(each, inputs[g] as GroupInput[]))
    const next = (state: CoatState, g: number, outcome: number): CoatState => {
      const own = inputs[g] as GroupInput[]
      const input = (own[outcome] ??= steps.inputOf(g, foals[g]?.outcomes[outcome] ?? []))
      return automaton.next(g, state, input)
    }
    const coatAt = (state: CoatState): Coat => automaton.meaningAt(state)
    const coatOf = (choice: ArrayLike<number>): Coat => {
      let state = 0
      for (let g = 0; g < choice.length; g++) state = next(state, g, choice[g] ?? 0)
      return coatAt(state)
    }
    return { next, coatAt, coatOf }
  }
}
