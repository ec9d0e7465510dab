/**
 * Finds coats with an automaton over the loci: a state holds everything the tables distinguish about the loci so far,
 * and the genotype at the next locus leads to the next state. Transitions are cached across horses and crosses.
 * Guarantees: the same coat as phenotype.ts; memory is bounded.
 */
import { coatTables, groupOfOne, safetyTables } from '../by-coat/components.js'
import { createTableSteps, type StateKey, type TableSteps } from '../by-coat/table-steps.js'
import type { FoalGroup } from '../cross/zygotes.js'
import type { Coat, HorseGenotype, LocusGenotype, Model, Outcome } from '../model.js'
import { coatFrom } from './phenotype.js'

/** Numbered among the states after the same locus; 0 before the first locus. */
export type CoatState = number

/** Finds the coats of one cross from the genotypes chosen in its linkage groups. */
export type CoatLookup = ReturnType<ReturnType<typeof createVisibleCoats>['ofFoals']>

export function createVisibleCoats({ groups, tables }: Model) {
  // Loci of one linkage group are adjacent, so that foals can be followed group by group.
  const loci = groups.flatMap((group) => group.loci)
  const wanted = new Set([...coatTables(tables), ...safetyTables(tables)])
  const steps = createTableSteps(
    loci.map(groupOfOne),
    tables.filter((table) => wanted.has(table)),
  )
  let latest = new CoatAutomaton(loci.length, steps)
  /** A caller keeps its automaton; once one is full, the next caller gets a new one. */
  const automaton = (): CoatAutomaton =>
    latest.isFull ? (latest = new CoatAutomaton(loci.length, steps)) : latest
  const order = loci.map(({ index }) => index)
  const firstPlaces = groups.map((_, g) => groups.slice(0, g).reduce((sum, { loci }) => sum + loci.length, 0))
  return {
    of: (horse: HorseGenotype) => {
      const current = automaton()
      let state = 0
      for (let place = 0; place < order.length; place++)
        state = current.next(place, state, horse[order[place] ?? 0] as LocusGenotype)
      return current.meaningAt(state)
    },
    ofFoals: (foals: readonly FoalGroup[]) => {
      const current = automaton()
      /**
       * The state after the groups from `begin` up to, not including, `end`.
       * @param from the state before them; 0 before the first
       * @param choice index of the chosen genotype in each group
       */
      const follow = (from: CoatState, choice: ArrayLike<number>, begin: number, end: number): CoatState => {
        let place = firstPlaces[begin] ?? 0
        let state = from
        for (let g = begin; g < end; g++)
          for (const genotype of foals[g]?.genotypes[choice[g] ?? 0] ?? [])
            state = current.next(place++, state, genotype)
        return state
      }
      /** The coat of a state after the last group. */
      const coatAt = (state: CoatState): Coat => current.meaningAt(state).coat
      const coatOf = (choice: ArrayLike<number>): Coat => coatAt(follow(0, choice, 0, choice.length))
      return { follow, coatAt, coatOf }
    },
  }
}

const MAX_STATES = 20_000

class CoatAutomaton {
  isFull = false
  /** Cached transitions per locus: genotype kind → state before → state after. */
  private readonly known: readonly CoatState[][][]
  /** State number of each key after a locus. `keys` is the inverse and starts before the first locus. */
  private readonly numbers: readonly Map<StateKey, CoatState>[]
  private readonly keys: readonly StateKey[][]
  private readonly meanings: ReturnType<typeof meaningOf>[] = []
  private size = 0

  constructor(
    loci: number,
    private readonly steps: TableSteps,
  ) {
    this.known = Array.from({ length: loci }, () => [])
    this.numbers = Array.from({ length: loci }, () => new Map<StateKey, CoatState>())
    this.keys = [[steps.start], ...Array.from({ length: loci }, () => [])]
  }

  /** The state after one more locus. */
  next(place: number, state: CoatState, genotype: LocusGenotype): CoatState {
    return this.known[place]?.[genotype.kind]?.[state] ?? this.learn(place, state, genotype)
  }

  /** The coat of a state after the last locus. */
  meaningAt(state: CoatState) {
    const { keys, steps } = this
    return (this.meanings[state] ??= meaningOf(steps.outcomesAt(keys.at(-1)?.[state] ?? steps.start)))
  }

  private learn(place: number, state: CoatState, genotype: LocusGenotype): CoatState {
    const before = this.keys[place]?.[state] ?? this.steps.start
    const after = this.steps.after(before, this.steps.inputOf(place, [genotype]))
    const numbers = this.numbers[place] as Map<StateKey, CoatState>
    const number = numbers.get(after) ?? numbers.size
    if (number === numbers.size) {
      numbers.set(after, number)
      this.keys[place + 1]?.push(after)
      this.isFull = ++this.size >= MAX_STATES
    }
    const transitions = this.known[place] as CoatState[][]
    ;(transitions[genotype.kind] ??= [])[state] = number
    return number
  }
}

/** The coat, and whether any rule adds a note. */
function meaningOf(outcomes: readonly Outcome[]) {
  const hasNotes = outcomes.some(({ fired }) => fired.some(({ notes }) => notes.length > 0))
  return Object.freeze({ coat: Object.freeze(coatFrom(outcomes)), hasNotes })
}
