/**
 * Sums a factored cross by what the tables say of it, without listing genotypes: dynamic programming over
 * the groups, one state per distinguishable partial result.
 * Guarantees: exact sums; of each state the most probable genotype, the first in canonical order among equals.
 * The cost follows the states, not 3^loci.
 */
import { createTableSteps, type GroupInput, type StateKey, type TableSteps } from './table-steps.js'
import type { EffectOf } from './diagram.js'
import type { CompiledTable, LinkageGroup, Outcome } from '../model.js'
import { BIG_INTS, DOUBLES, type Integers } from '../../genetics/integers.js'
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
  const inDoubles = createSums(DOUBLES, steps)
  const inBigInts = createSums(BIG_INTS, steps)
  return (foals) => {
    const own = which.flatMap((g) => foals[g] ?? [])
    // No weight is less than 1, so there is nothing to count beyond what all weights come to.
    const total = own.reduce((product, each) => product * each.total, 1n)
    return total <= BigInt(Number.MAX_SAFE_INTEGER) ? inDoubles(own) : inBigInts(own)
  }
}

/** Foals that the tables do not tell apart. The path is the mixed-radix number of the outcomes chosen. */
interface State<N> {
  weight: N
  count: N
  bestWeight: N
  bestPath: N
}

/** Outcomes of one group that no table tells apart, summed. */
interface Part<N> extends State<N> {
  readonly input: GroupInput
}

function createSums<N extends number | bigint>(
  { of, times, plus, append, digits }: Integers<N>,
  steps: TableSteps,
): Tally {
  const join = (state: State<N>, weight: N, count: N, bestWeight: N, bestPath: N): void => {
    state.weight = plus(state.weight, weight)
    state.count = plus(state.count, count)
    if (bestWeight < state.bestWeight || (bestWeight === state.bestWeight && bestPath >= state.bestPath))
      return
    state.bestWeight = bestWeight
    state.bestPath = bestPath
  }
  const partsOf = (foals: FoalGroup, group: number): readonly Part<N>[] => {
    const parts = new Map<GroupInput, Part<N>>()
    foals.outcomes.forEach((outcome, i) => {
      const input = steps.inputOf(group, outcome)
      const weight = of(foals.weights[i] ?? 0n)
      const path = of(BigInt(i))
      const known = parts.get(input)
      if (known !== undefined) join(known, weight, of(1n), weight, path)
      else parts.set(input, { weight, count: of(1n), bestWeight: weight, bestPath: path, input })
    })
    return [...parts.values()]
  }
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts).
  const known = new WeakMap<FoalGroup, readonly Part<N>[]>()
  return (groups) => {
    const nothing = { weight: of(1n), count: of(1n), bestWeight: of(1n), bestPath: of(0n) }
    let states = new Map<StateKey, State<N>>([[steps.start, nothing]])
    groups.forEach((foals, index) => {
      const parts = known.get(foals) ?? partsOf(foals, index)
      known.set(foals, parts)
      const next = new Map<StateKey, State<N>>()
      const radix = foals.outcomes.length
      for (const [key, state] of states) {
        for (const part of parts) {
          const after = steps.after(key, part.input)
          const weight = times(state.weight, part.weight)
          const count = times(state.count, part.count)
          const bestWeight = times(state.bestWeight, part.bestWeight)
          const bestPath = append(state.bestPath, radix, Number(part.bestPath))
          const met = next.get(after)
          if (met === undefined) next.set(after, { weight, count, bestWeight, bestPath })
          else join(met, weight, count, bestWeight, bestPath)
        }
      }
      states = next
    })
    const radices = groups.map((foals) => foals.outcomes.length)
    return Array.from(states, ([state, { weight, count, bestWeight, bestPath }]) => ({
      state,
      get outcomes() {
        return steps.outcomesAt(state)
      },
      weight: BigInt(weight),
      count: BigInt(count),
      get best() {
        return { weight: BigInt(bestWeight), path: digits(bestPath, radices) }
      },
    }))
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
