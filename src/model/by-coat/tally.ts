/**
 * Sums a factored cross by what the tables say of it, without listing genotypes: dynamic programming over
 * the groups, one state per distinguishable partial result.
 * Guarantees: exact sums; of each state the most probable genotype, the first in canonical order among equals.
 * The cost follows the states, not 3^loci.
 */
import { createTableSteps, type GroupInput, type StateKey, type TableSteps } from './table-steps.js'
import type { EffectOf } from './diagram.js'
import type { CompiledTable, LinkageGroup, Outcome } from '../model.js'
import { digits } from '../../genetics/integers.js'
import type { FoalGroup } from '../cross/zygotes.js'

/** May be worked out each time it is asked for: take what is needed once. */
export interface TallyRow {
  /** The same in every cross that this tally sums, for the same outcomes. */
  readonly state: StateKey
  /** One outcome per table tallied, in table order. */
  readonly outcomes: readonly Outcome[]
  /** Sum of the weights of its genotypes. */
  readonly weight: bigint
  /** How many distinct genotypes it sums. */
  readonly count: bigint
  readonly best: BestGenotype
}

export interface BestGenotype {
  readonly weight: bigint
  /** The outcome chosen in each group: its place in canonical order. */
  readonly path: readonly number[]
}

/** Sums the foals of a cross over those of its linkage groups that are tallied. @param foals over all groups */
export type Tally = (foals: readonly FoalGroup[]) => readonly TallyRow[]

/**
 * @param which the groups to tally, by index, ascending: all that the tables read, or that shall be counted along
 * @param tables in table order; tables whose tokens they ask for must be among them
 * @param effectOf see table-steps.ts
 */
export function createTally(
  groups: readonly LinkageGroup[],
  which: readonly number[],
  tables: readonly CompiledTable[],
  effectOf?: EffectOf,
): Tally {
  const steps = createTableSteps(
    which.flatMap((g) => groups[g] ?? []),
    tables,
    effectOf,
  )
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts).
  const known = new WeakMap<FoalGroup, readonly Part[]>()
  return (foals) => {
    const own = which.flatMap((g) => foals[g] ?? [])
    const nothing = { weight: 1n, count: 1n, bestWeight: 1n, bestPath: 0n }
    let states = new Map<StateKey, State>([[steps.start, nothing]])
    own.forEach((group, index) => {
      const parts = known.get(group) ?? partsOf(group, index, steps)
      known.set(group, parts)
      const radix = BigInt(group.outcomes.length)
      const next = new Map<StateKey, State>()
      for (const [key, state] of states) {
        for (const part of parts) {
          const to = steps.after(key, part.input)
          const sum = next.get(to)
          const weight = state.weight * part.weight
          const count = state.count * part.count
          const bestWeight = state.bestWeight * part.bestWeight
          // Most sums have a better genotype, and need no path of this one, which is a large number.
          const isBest = sum === undefined || bestWeight >= sum.bestWeight
          const bestPath = isBest ? state.bestPath * radix + part.bestPath : NO_PATH
          const more = { weight, count, bestWeight, bestPath }
          if (sum === undefined) next.set(to, more)
          else join(sum, more)
        }
      }
      states = next
    })
    const radices = own.map((group) => group.outcomes.length)
    return Array.from(states, ([state, { weight, count, bestWeight, bestPath }]) => ({
      state,
      get outcomes() {
        return steps.outcomesAt(state)
      },
      weight,
      count,
      get best() {
        return new Best(bestWeight, bestPath, radices)
      },
    }))
  }
}

const NO_PATH = 0n

/** Foals that the tables do not tell apart. The path is the mixed-radix number of the outcomes chosen. */
interface State {
  weight: bigint
  count: bigint
  bestWeight: bigint
  bestPath: bigint
}

/** Outcomes of one group that no table tells apart, summed. */
interface Part extends State {
  readonly input: GroupInput
}

function partsOf({ outcomes, weights }: FoalGroup, group: number, steps: TableSteps): readonly Part[] {
  const parts = new Map<GroupInput, Part>()
  outcomes.forEach((outcome, i) => {
    const input = steps.inputOf(group, outcome)
    const weight = weights[i] ?? 0n
    const part = { weight, count: 1n, bestWeight: weight, bestPath: BigInt(i), input }
    const known = parts.get(input)
    if (known === undefined) parts.set(input, part)
    else join(known, part)
  })
  return [...parts.values()]
}

/** Adds to a sum; of equally probable ones the first in canonical order stays the best. */
function join(sum: State, more: State): void {
  sum.weight += more.weight
  sum.count += more.count
  if (more.bestWeight < sum.bestWeight) return
  if (more.bestWeight === sum.bestWeight && more.bestPath >= sum.bestPath) return
  sum.bestWeight = more.bestWeight
  sum.bestPath = more.bestPath
}

/** Most are compared with another, and lose by their weight. */
class Best implements BestGenotype {
  private known: readonly number[] | undefined

  constructor(
    readonly weight: bigint,
    private readonly number: bigint,
    private readonly radices: readonly number[],
  ) {}

  get path(): readonly number[] {
    return (this.known ??= digits(this.number, this.radices))
  }
}

/** More probable first, then earlier in canonical order. */
export function isBetter(a: BestGenotype, b: BestGenotype): boolean {
  return a.weight > b.weight || (a.weight === b.weight && comparePaths(a.path, b.path) < 0)
}

/** Canonical order. */
export function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let g = 0; g < a.length; g++) {
    const difference = (a[g] ?? 0) - (b[g] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
