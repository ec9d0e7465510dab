/**
 * The coats of horses, locus by locus, by an automaton over the tables: all that they can tell of the first loci is one
 * state, and the genotype at the next locus leads to another. It grows as it is used and lasts from horse to horse and
 * from cross to cross, so that a step is found once and read from then on.
 * Guarantees: the coat that phenotype.ts finds for the same genotype; bounded, however many horses are asked for.
 */
import { coatTables, groupOfOne, safetyTables } from '../by-coat/components.js'
import { createTableSteps, type StateKey, type TableSteps } from '../by-coat/table-steps.js'
import type { FoalGroup } from '../cross/zygotes.js'
import type { Coat, HorseGenotype, LocusGenotype, Model, Outcome } from '../model.js'
import { coatFrom } from './phenotype.js'

/** Among the states after the same locus; 0 before the first one. */
export type CoatState = number

/** The way from the genotypes chosen in linkage groups to a coat, for the foals of one cross. */
export type CoatLookup = ReturnType<ReturnType<typeof createVisibleCoats>['ofFoals']>

export function createVisibleCoats({ groups, tables }: Model) {
  // Loci of one linkage group follow each other, so that foals can be followed group by group.
  const loci = groups.flatMap((group) => group.loci)
  const wanted = new Set([...coatTables(tables), ...safetyTables(tables)])
  const steps = createTableSteps(
    loci.map(groupOfOne),
    tables.filter((table) => wanted.has(table)),
  )
  let latest = new CoatAutomaton(loci.length, steps)
  /** What has begun with an automaton keeps to it; when it is full, the next begins a new one. */
  const automaton = (): CoatAutomaton =>
    latest.isFull ? (latest = new CoatAutomaton(loci.length, steps)) : latest
  const order = loci.map(({ index }) => index)
  const firstPlaces = groups.map((_, g) => groups.slice(0, g).reduce((sum, { loci }) => sum + loci.length, 0))
  return {
    of: (horse: HorseGenotype) => {
      const own = automaton()
      let state = 0
      for (let place = 0; place < order.length; place++)
        state = own.next(place, state, horse[order[place] ?? 0] as LocusGenotype)
      return own.meaningAt(state)
    },
    ofFoals: (foals: readonly FoalGroup[]) => {
      const own = automaton()
      /**
       * The state after the groups from `begin` to before `end`.
       * @param from the state before them; 0 before the first @param choice the place of the genotype chosen in each group
       */
      const follow = (from: CoatState, choice: ArrayLike<number>, begin: number, end: number): CoatState => {
        let place = firstPlaces[begin] ?? 0
        let state = from
        for (let g = begin; g < end; g++)
          for (const genotype of foals[g]?.genotypes[choice[g] ?? 0] ?? [])
            state = own.next(place++, state, genotype)
        return state
      }
      /** The coat of a state after the last group. */
      const coatAt = (state: CoatState): Coat => own.meaningAt(state).coat
      const coatOf = (choice: ArrayLike<number>): Coat => coatAt(follow(0, choice, 0, choice.length))
      return { follow, coatAt, coatOf }
    },
  }
}

const MAX_STATES = 20_000

class CoatAutomaton {
  isFull = false
  /** Known steps over each locus: kind of genotype, which no table tells apart → state before → state after. */
  private readonly known: readonly CoatState[][][]
  /** The state number of each key after a locus, and the other way round, from before the first locus on. */
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

  /** What a state after the last locus means. */
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
    const own = this.known[place] as CoatState[][]
    ;(own[genotype.kind] ??= [])[state] = number
    return number
  }
}

/** What is seen of a horse, and whether any rule has a note to make. */
function meaningOf(outcomes: readonly Outcome[]) {
  const hasNotes = outcomes.some(({ fired }) => fired.some(({ notes }) => notes.length > 0))
  return Object.freeze({ coat: Object.freeze(coatFrom(outcomes)), hasNotes })
}
