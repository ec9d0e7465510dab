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

/** Genotypes that the tables do not tell apart, summed. */
export interface TallyRow extends Readonly<Sum> {
  /** The same in every cross that this tally sums, for the same outcomes. */
  readonly state: StateKey
  /** One outcome per table tallied, in table order; worked out each time. */
  readonly outcomes: readonly Outcome[]
  /** Of the most probable genotype, the outcome chosen in each group: its place in canonical order. */
  readonly path: () => readonly number[]
}

/** While it grows. */
interface Sum {
  weight: bigint
  /** How many distinct genotypes it sums. */
  count: bigint
  /** Of the most probable of them, the first in canonical order among equals. */
  bestWeight: bigint
  /** The mixed-radix number of the outcomes chosen in it. */
  bestPath: bigint
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
    let states = new Map<StateKey, Sum>([[steps.start, nothing]])
    own.forEach((group, index) => {
      const parts = known.get(group) ?? partsOf(group, index, steps)
      known.set(group, parts)
      const radix = BigInt(group.outcomes.length)
      const next = new Map<StateKey, Sum>()
      for (const [key, state] of states) {
        for (const part of parts) {
          const to = steps.after(key, part.input)
          const sum = next.get(to)
          const weight = state.weight * part.weight
          const count = state.count * part.count
          const bestWeight = state.bestWeight * part.bestWeight
          // Most sums have a better genotype, and need no path of this one, which is a large number.
          const isBest = sum === undefined || bestWeight >= sum.bestWeight
          const bestPath = isBest ? state.bestPath * radix + part.bestPath : 0n
          const more = { weight, count, bestWeight, bestPath }
          if (sum === undefined) next.set(to, more)
          else join(sum, more)
        }
      }
      states = next
    })
    const radices = own.map((group) => group.outcomes.length)
    return Array.from(states, ([state, sum]) => ({
      ...sum,
      state,
      get outcomes() {
        return steps.outcomesAt(state)
      },
      path: () => digits(sum.bestPath, radices),
    }))
  }
}

/** Outcomes of one group that no table tells apart. */
interface Part extends Sum {
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

function join(sum: Sum, more: Sum): void {
  sum.weight += more.weight
  sum.count += more.count
  if (!isBetter(more, sum)) return
  sum.bestWeight = more.bestWeight
  sum.bestPath = more.bestPath
}

/** Whether the best genotype of one is more probable, or as probable and earlier in canonical order. */
export function isBetter(a: Readonly<Sum>, b: Readonly<Sum>): boolean {
  return a.bestWeight > b.bestWeight || (a.bestWeight === b.bestWeight && a.bestPath < b.bestPath)
}

/** Canonical order. */
export function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let g = 0; g < a.length; g++) {
    const difference = (a[g] ?? 0) - (b[g] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
