/**
 * The coat of one horse, locus by locus, by an automaton that lasts; and whether any rule has a note to make.
 * Guarantees: the coat that phenotype.ts finds; bounded, however many horses are asked for.
 * Leaves to others: reasons, hidden tokens, the notes themselves (phenotype.ts).
 */
import { createAutomaton, type State } from './automaton.js'
import { mattering, withAsked } from './components.js'
import { buildDiagram, endsOf, type TableDiagram } from './diagram.js'
import type { Coat, HorseGenotype, LinkageGroup, LocusGenotype, Model, Outcome } from './model.js'
import { StepTable } from './step-table.js'
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
  let walk = createWalk(groups.length, diagrams)
  return (horse) => {
    if (walk.isFull) walk = createWalk(groups.length, diagrams)
    const { tables } = walk
    let at = 0
    for (let l = 0; l < horse.length; l++) {
      const { kind } = horse[l] as LocusGenotype
      const { width, steps } = tables[l] as StepTable
      const known = kind < width ? (steps[at * width + kind] ?? 0) : 0
      at = known > 0 ? known - 1 : walk.learn(l, at, horse[l] as LocusGenotype)
    }
    const state = walk.last[at] as State<Look>
    return (state.meaning ??= lookFrom(state.nodes))
  }
}

/** An automaton whose steps from locus to locus are remembered by kind of genotype. */
interface Walk {
  /** By locus. */
  readonly tables: readonly StepTable[]
  /** The states after the last locus, by number. */
  readonly last: readonly State<Look>[]
  /** Finds the number of the state after a locus. */
  readonly learn: (locus: number, state: number, genotype: LocusGenotype) => number
  /** Whether it is time to start anew. */
  isFull: boolean
}

function createWalk(loci: number, diagrams: readonly TableDiagram[]): Walk {
  const { start, size, inputOf, step } = createAutomaton<Look>(loci, diagrams)
  const tables = Array.from({ length: loci }, () => new StepTable())
  // States before each locus, and those after the last one.
  const states: State<Look>[][] = [[start], ...tables.map(() => [])]
  const walk: Walk = {
    tables,
    last: states[loci] ?? [],
    learn: (l, at, genotype) => {
      const next = step(states[l]?.[at] ?? start, l, inputOf(l, [genotype]))
      ;(states[l + 1] ?? [])[next.number] = next
      tables[l]?.remember(at, genotype.kind, next.number)
      walk.isFull = size() >= MOST_STATES
      return next.number
    },
    isFull: false,
  }
  return walk
}
