/**
 * What a tally adds up: the genotypes that lead to one state, and the genotypes over one linkage group that are one input.
 * Guarantees: exact; of each sum the most probable genotype, the first in canonical order among equals.
 */
import type { FoalGroup } from '../cross/zygotes.js'
import type { GroupInput, TableSteps } from './table-steps.js'

/** Genotypes that the tables do not tell apart, while they are added up. */
export interface Sum {
  /** One for each distribution. */
  readonly weights: bigint[]
  /** How many distinct genotypes it sums of those that the first distribution makes possible. */
  count: bigint
  /** Of the most probable of them under the first distribution, the first in canonical order among equals. */
  bestWeight: bigint
  /** The mixed-radix number of what is chosen in each group. */
  bestPath: bigint
}

/** What follows a state by one input of the next group. @param radix how many genotypes that group has */
export function product(state: Sum, input: Sum, radix: bigint): Sum {
  return {
    weights: state.weights.map((weight, d) => weight * (input.weights[d] ?? 0n)),
    count: state.count * input.count,
    bestWeight: state.bestWeight * input.bestWeight,
    bestPath: state.bestPath * radix + input.bestPath,
  }
}

/** In place, since this is where all the time goes. */
export function addProduct(sum: Sum, state: Sum, input: Sum, radix: bigint): void {
  for (let d = 0; d < sum.weights.length; d++)
    sum.weights[d] = (sum.weights[d] ?? 0n) + (state.weights[d] ?? 0n) * (input.weights[d] ?? 0n)
  sum.count += state.count * input.count
  const bestWeight = state.bestWeight * input.bestWeight
  // Most sums have a better genotype, and need no path of this one, which is a large number.
  if (bestWeight < sum.bestWeight) return
  const bestPath = state.bestPath * radix + input.bestPath
  if (bestWeight === sum.bestWeight && bestPath >= sum.bestPath) return
  sum.bestWeight = bestWeight
  sum.bestPath = bestPath
}

/** Genotypes over one group that no table tells apart. */
export interface InputSum extends Sum {
  readonly input: GroupInput
}

/** Under one distribution. @param group its place among the groups that the steps go through */
export function inputsOfOne(
  { genotypes, weights }: FoalGroup,
  group: number,
  steps: TableSteps,
): readonly InputSum[] {
  const sums = new Map<GroupInput, InputSum>()
  genotypes.forEach((genotype, i) => {
    const input = steps.inputOf(group, genotype)
    const weight = weights[i] ?? 0n
    const more = { weights: [weight], count: 1n, bestWeight: weight, bestPath: BigInt(i), input }
    const known = sums.get(input)
    if (known === undefined) sums.set(input, more)
    else addProduct(known, ONE, more, 1n)
  })
  return [...sums.values()]
}

const ONE: Sum = { weights: [1n], count: 1n, bestWeight: 1n, bestPath: 0n }

/** The same genotypes under each distribution; what only a later one makes possible counts as none. */
export function inputsUnderEach(distributions: readonly (readonly InputSum[])[]): readonly InputSum[] {
  const [first = [], ...others] = distributions
  if (others.length === 0) return first
  const none = distributions.map(() => 0n)
  const sums = new Map(
    first.map((sum) => [sum.input, { ...sum, weights: none.with(0, sum.weights[0] ?? 0n) }]),
  )
  others.forEach((own, i) => {
    for (const { input, weights } of own) {
      const sum = sums.get(input) ?? {
        input,
        weights: none.slice(),
        count: 0n,
        bestWeight: 0n,
        bestPath: 0n,
      }
      sum.weights[i + 1] = weights[0] ?? 0n
      sums.set(input, sum)
    }
  })
  return [...sums.values()]
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
