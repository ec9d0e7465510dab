/**
 * The coat of one horse, locus by locus, by an automaton that lasts; and whether any rule has a note to make.
 * Guarantees: the coat that phenotype.ts finds; bounded, however many horses are asked for.
 * Leaves to others: reasons, hidden tokens, the notes themselves (phenotype.ts).
 */
import type { State } from './automaton.js'
import { mattering, withAsked } from '../by-coat/components.js'
import { buildDiagram, endsOf } from '../by-coat/diagram.js'
import type { Coat, HorseGenotype, LinkageGroup, LocusGenotype, Model, Outcome } from '../model.js'
import type { TransitionTable } from './transition-table.js'
import { safetyTables } from '../by-coat/tally.js'
import { createNumberedAutomaton, type NumberedAutomaton } from './numbered-automaton.js'

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
  const wanted = new Set([...mattering(model.tables), ...safetyTables(model)])
  const tables = withAsked(model.tables, (table) => wanted.has(table))
  const groups = model.loci.map((locus): LinkageGroup => ({ name: locus.key, loci: [locus], intervals: [] }))
  const diagrams = tables.map((table) => buildDiagram(table, groups))
  const lookFrom = (nodes: string): VisibleCoat => {
    const outcomes = endsOf(diagrams, (i) => nodes.charCodeAt(i))
    const hasNotes = outcomes.some(({ fired }) => fired.some(({ notes }) => notes.length > 0))
    return Object.freeze({ coat: coatFrom(outcomes), hasNotes })
  }
  const begin = (): NumberedAutomaton<VisibleCoat> => createNumberedAutomaton(groups.length, diagrams)
  let walk = begin()
  // Columns of the tables are kinds of genotypes, so that what the automaton is told need not be looked up.
  const learn = (l: number, state: number, genotype: LocusGenotype): number =>
    walk.learn(l, state, walk.inputOf(l, [genotype]), genotype.kind)
  return (horse) => {
    if (walk.isFull) walk = begin()
    const { tables } = walk
    let at = 0
    for (let l = 0; l < horse.length; l++) {
      const genotype = horse[l] as LocusGenotype
      const known = (tables[l] as TransitionTable).known(at, genotype.kind)
      at = known >= 0 ? known : learn(l, at, genotype)
    }
    const state = walk.last[at] as State<VisibleCoat>
    return (state.meaning ??= lookFrom(state.nodes))
  }
}
