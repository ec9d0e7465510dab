/**
 * The coat of one horse, locus by locus, by an automaton that lasts; and whether any rule has a note to make.
 * Guarantees: the coat that phenotype.ts finds; bounded, however many horses are asked for.
 */
import { groupOfOne, mattering } from '../by-coat/components.js'
import { safetyTables } from '../by-coat/tally.js'
import type { Coat, HorseGenotype, LocusGenotype, Model, Outcome } from '../model.js'
import { createCoatAutomata, type TransitionTable } from './coat-automaton.js'

/** What is seen of a horse. */
export interface VisibleCoat {
  readonly coat: Coat
  readonly hasNotes: boolean
}

/** @param coatFrom the coat that outcomes make together, in table order */
export function createVisibleCoats(
  model: Model,
  coatFrom: (outcomes: readonly Outcome[]) => Coat,
): (horse: HorseGenotype) => VisibleCoat {
  const wanted = [...mattering(model.tables), ...safetyTables(model)]
  const automata = createCoatAutomata(model.loci.map(groupOfOne), model, wanted, (outcomes): VisibleCoat => {
    const hasNotes = outcomes.some(({ fired }) => fired.some(({ notes }) => notes.length > 0))
    return Object.freeze({ coat: coatFrom(outcomes), hasNotes })
  })
  return (horse) => {
    const automaton = automata()
    const { tables } = automaton
    let state = 0
    for (let l = 0; l < horse.length; l++) {
      const genotype = horse[l] as LocusGenotype
      // Columns of the tables are kinds of genotypes, so that what the automaton is told need not be looked up.
      const known = (tables[l] as TransitionTable).known(state, genotype.kind)
      state = known >= 0 ? known : automaton.learn(l, state, automaton.inputOf(l, [genotype]), genotype.kind)
    }
    return automaton.meaningAt(state)
  }
}
