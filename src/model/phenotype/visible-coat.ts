/**
 * The coat of one horse, locus by locus, by an automaton that lasts; and whether any rule has a note to make.
 * Guarantees: the coat that phenotype.ts finds; bounded, however many horses are asked for.
 */
import { coatTables, groupOfOne, safetyTables } from '../by-coat/components.js'
import { createTableSteps, type GroupInput } from '../by-coat/table-steps.js'
import type { Coat, HorseGenotype, LocusGenotype, Model, Outcome } from '../model.js'
import { createCoatAutomata } from './coat-automaton.js'

/** What is seen of a horse. */
export interface VisibleCoat {
  readonly coat: Coat
  readonly hasNotes: boolean
}

/** @param coatFrom the coat that outcomes make together, in table order */
export function createVisibleCoats(
  { loci, tables }: Model,
  coatFrom: (outcomes: readonly Outcome[]) => Coat,
): (horse: HorseGenotype) => VisibleCoat {
  const groups = loci.map(groupOfOne)
  const wanted = new Set([...coatTables(tables), ...safetyTables(tables)])
  const steps = createTableSteps(
    groups,
    tables.filter((table) => wanted.has(table)),
  )
  const automata = createCoatAutomata(groups, steps, (outcomes): VisibleCoat => {
    const hasNotes = outcomes.some(({ fired }) => fired.some(({ notes }) => notes.length > 0))
    return Object.freeze({ coat: coatFrom(outcomes), hasNotes })
  })
  // By kind of genotype, since genotypes of one kind are the same to all tables.
  const inputs = loci.map((): GroupInput[] => [])
  return (horse) => {
    const automaton = automata()
    let state = 0
    for (let l = 0; l < horse.length; l++) {
      const genotype = horse[l] as LocusGenotype
      const own = inputs[l] as GroupInput[]
      state = automaton.next(l, state, (own[genotype.kind] ??= steps.inputOf(l, [genotype])))
    }
    return automaton.meaningAt(state)
  }
}
