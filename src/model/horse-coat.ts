/**
 * The coat of one horse, locus by locus, by an automaton that lasts; and whether any rule has a note to make.
 * Guarantees: the coat that phenotype.ts finds; bounded, however many horses are asked for.
 * Leaves to others: reasons, hidden tokens, the notes themselves (phenotype.ts).
 */
import { createAutomaton, type Automaton } from './automaton.js'
import { mattering, withAsked } from './components.js'
import { buildDiagram, endsOf } from './diagram.js'
import type { Coat, HorseGenotype, LinkageGroup, Model, Outcome } from './model.js'
import { safetyTables } from './tally.js'

/** What is seen of a horse. */
export interface Look {
  readonly coat: Coat
  readonly hasNotes: boolean
}

/** Beyond so many states all are forgotten. */
const MOST_STATES = 20_000

/** @param coatFrom the coat that outcomes make together, in table order */
export function createLooks(
  model: Model,
  coatFrom: (outcomes: readonly Outcome[]) => Coat,
): (horse: HorseGenotype) => Look {
  const wanted = new Set([...mattering(model.tables), ...safetyTables(model)])
  const tables = withAsked(model.tables, (table) => wanted.has(table))
  const groups = model.loci.map((locus): LinkageGroup => ({ name: locus.key, loci: [locus], intervals: [] }))
  const diagrams = tables.map((table) => buildDiagram(table, groups))
  const lookFrom = (nodes: string): Look => {
    const outcomes = endsOf(diagrams, (i) => nodes.charCodeAt(i))
    const hasNotes = outcomes.some(({ fired }) => fired.some(({ notes }) => notes.length > 0))
    return Object.freeze({ coat: coatFrom(outcomes), hasNotes })
  }
  let automaton: Automaton<Look> | undefined
  // By locus and kind of genotype.
  let inputs: (number | undefined)[][] = []
  return (horse) => {
    if (automaton === undefined || automaton.size() >= MOST_STATES) {
      automaton = createAutomaton<Look>(groups.length, diagrams)
      inputs = groups.map(() => [])
    }
    let state = automaton.start
    for (let l = 0; l < horse.length; l++) {
      const genotype = horse[l] as HorseGenotype[number]
      const known = inputs[l] as (number | undefined)[]
      const input = (known[genotype.kind] ??= automaton.inputOf(l, [genotype]))
      state = state.next[input] ?? automaton.step(state, l, input)
    }
    return (state.meaning ??= lookFrom(state.nodes))
  }
}
