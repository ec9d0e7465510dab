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

/** Genotypes that the tables do not tell apart, summed. There are very many, so that each works out little by itself. */
export class TallyRow {
  readonly count: bigint
  readonly bestWeight: bigint
  readonly bestPath: bigint

  constructor(
    private readonly steps: TableSteps,
    private readonly radices: readonly number[],
    private readonly state: StateKey,
    sum: Readonly<Sum>,
    readonly weights: readonly bigint[],
  ) {
    this.count = sum.count
    this.bestWeight = sum.bestWeight
    this.bestPath = sum.bestPath
  }

  /** One outcome per table tallied, in table order; worked out each time. */
  get outcomes(): readonly Outcome[] {
    return this.steps.outcomesAt(this.state)
  }

  /** Of the most probable genotype, the outcome chosen in each group: its place in canonical order. */
  path(): readonly number[] {
    return digits(this.bestPath, this.radices)
  }
}

/** While it grows. */
interface Sum {
  /** One for each distribution. */
  readonly weights: bigint[]
  /** How many distinct genotypes it sums of those that the first distribution makes possible. */
  count: bigint
  /** Of the most probable of them under the first distribution, the first in canonical order among equals. */
  bestWeight: bigint
  /** The mixed-radix number of the outcomes chosen in it. */
  bestPath: bigint
}

/**
 * Sums the foals of a cross over those of its linkage groups that are tallied, under one or more sets of fractions at once:
 * they lead to the same states.
 * @param distributions of each the foals over all groups
 */
export type Tally = (distributions: readonly (readonly FoalGroup[])[]) => readonly TallyRow[]

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
  const partsOf = (foals: FoalGroup, index: number): readonly Part[] => {
    const parts = known.get(foals) ?? partsOfOne(foals, index, steps)
    known.set(foals, parts)
    return parts
  }
  return (all) => {
    // Fractions often make no difference to these groups.
    const { distributions, placeOf } = differentOver(which, all)
    const nothing = { weights: distributions.map(() => 1n), count: 1n, bestWeight: 1n, bestPath: 0n }
    let states = new Map<StateKey, Sum>([[steps.start, nothing]])
    const radices: number[] = []
    which.forEach((g, index) => {
      const foals = distributions.flatMap((each) => each[g] ?? [])
      const parts = partsUnderEach(foals.map((each) => partsOf(each, index)))
      const radix = foals[0]?.outcomes.length ?? 1
      radices.push(radix)
      const next = new Map<StateKey, Sum>()
      for (const [key, state] of states) {
        for (const part of parts) {
          const to = steps.after(key, part.input)
          const sum = next.get(to)
          if (sum === undefined) next.set(to, product(state, part, BigInt(radix)))
          else addProduct(sum, state, part, BigInt(radix))
        }
      }
      states = next
    })
    const isEachDifferent = distributions.length === all.length
    const weightsOf = ({ weights }: Sum): readonly bigint[] =>
      isEachDifferent ? weights : placeOf.map((place) => weights[place] ?? 0n)
    return Array.from(states, ([state, sum]) => new TallyRow(steps, radices, state, sum, weightsOf(sum)))
  }
}

/** @returns those that differ in some of the groups, and for each of all the place of its like among them */
function differentOver(which: readonly number[], all: readonly (readonly FoalGroup[])[]) {
  const distributions: (readonly FoalGroup[])[] = []
  const placeOf = all.map((one) => {
    const known = distributions.findIndex((other) => which.every((g) => one[g] === other[g]))
    return known >= 0 ? known : distributions.push(one) - 1
  })
  return { distributions, placeOf }
}

function product(state: Sum, part: Sum, radix: bigint): Sum {
  return {
    weights: state.weights.map((weight, d) => weight * (part.weights[d] ?? 0n)),
    count: state.count * part.count,
    bestWeight: state.bestWeight * part.bestWeight,
    bestPath: state.bestPath * radix + part.bestPath,
  }
}

/** In place, since this is where all the time goes. */
function addProduct(sum: Sum, state: Sum, part: Sum, radix: bigint): void {
  for (let d = 0; d < sum.weights.length; d++)
    sum.weights[d] = (sum.weights[d] ?? 0n) + (state.weights[d] ?? 0n) * (part.weights[d] ?? 0n)
  sum.count += state.count * part.count
  const bestWeight = state.bestWeight * part.bestWeight
  // Most sums have a better genotype, and need no path of this one, which is a large number.
  if (bestWeight < sum.bestWeight) return
  const bestPath = state.bestPath * radix + part.bestPath
  if (bestWeight === sum.bestWeight && bestPath >= sum.bestPath) return
  sum.bestWeight = bestWeight
  sum.bestPath = bestPath
}

/** Outcomes of one group that no table tells apart. */
interface Part extends Sum {
  readonly input: GroupInput
}

/** Of one distribution. */
function partsOfOne({ outcomes, weights }: FoalGroup, group: number, steps: TableSteps): readonly Part[] {
  const parts = new Map<GroupInput, Part>()
  outcomes.forEach((outcome, i) => {
    const input = steps.inputOf(group, outcome)
    const weight = weights[i] ?? 0n
    const more = { weights: [weight], count: 1n, bestWeight: weight, bestPath: BigInt(i), input }
    const part = parts.get(input)
    if (part === undefined) parts.set(input, more)
    else addProduct(part, ONE, more, 1n)
  })
  return [...parts.values()]
}

const ONE: Sum = { weights: [1n], count: 1n, bestWeight: 1n, bestPath: 0n }

/** The same outcomes under each distribution; what only a later one makes possible counts as no genotype. */
function partsUnderEach(distributions: readonly (readonly Part[])[]): readonly Part[] {
  const [first = [], ...others] = distributions
  if (others.length === 0) return first
  const none = distributions.map(() => 0n)
  const parts = new Map(
    first.map((part) => [part.input, { ...part, weights: none.with(0, part.weights[0] ?? 0n) }]),
  )
  others.forEach((own, i) => {
    for (const { input, weights } of own) {
      const part = parts.get(input) ?? {
        input,
        weights: none.slice(),
        count: 0n,
        bestWeight: 0n,
        bestPath: 0n,
      }
      part.weights[i + 1] = weights[0] ?? 0n
      parts.set(input, part)
    }
  })
  return [...parts.values()]
}

type Best = Readonly<Pick<Sum, 'bestWeight' | 'bestPath'>>

/** Whether the best genotype of one is more probable, or as probable and earlier in canonical order. */
export function isBetter(a: Best, b: Best): boolean {
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
