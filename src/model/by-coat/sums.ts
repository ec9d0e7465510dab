/**
 * Accumulators of a tally: sums over the genotypes that lead to one state, and over the genotypes of one linkage
 * group that are the same input to the tables.
 * Guarantees: exact; each sum keeps its most probable genotype, the first in canonical order among equals.
 */
import type { FoalGroup } from '../cross/zygotes.js'
import type { GroupInput, TableSteps } from './table-steps.js'

/** Sum over genotypes that the tables do not distinguish. */
export interface Sum {
  /** One weight per distribution. */
  readonly weights: bigint[]
  /** Number of distinct genotypes that are possible under the first distribution. */
  count: bigint
  /** Weight of the most probable genotype under the first distribution. */
  bestWeight: bigint
  /** That genotype as a mixed-radix number of the choice in each group; the smallest among equals. */
  bestPath: bigint
}

/** The sum after a state takes an input of the next group. @param radix number of genotypes of that group */
export function product(state: Sum, input: Sum, radix: bigint): Sum {
  return {
    weights: state.weights.map((weight, d) => weight * (input.weights[d] ?? 0n)),
    count: state.count * input.count,
    bestWeight: state.bestWeight * input.bestWeight,
    bestPath: state.bestPath * radix + input.bestPath,
  }
}

/** Adds `product(state, input)` to `sum` in place: this is the hot loop. */
export function addProduct(sum: Sum, state: Sum, input: Sum, radix: bigint): void {
  for (let d = 0; d < sum.weights.length; d++)
    sum.weights[d] = (sum.weights[d] ?? 0n) + (state.weights[d] ?? 0n) * (input.weights[d] ?? 0n)
  sum.count += state.count * input.count
  const bestWeight = state.bestWeight * input.bestWeight
  // Usually the sum already has a better genotype; skip the path then, because it is a large BigInt.
  if (bestWeight < sum.bestWeight) return
  const bestPath = state.bestPath * radix + input.bestPath
  if (bestWeight === sum.bestWeight && bestPath >= sum.bestPath) return
  sum.bestWeight = bestWeight
  sum.bestPath = bestPath
}

/** Sum over genotypes of one group that no table distinguishes. */
export interface InputSum extends Sum {
  readonly input: GroupInput
}

/** Sums under one distribution. @param group index among the groups that the steps go through */
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

/** Combines the sums of several distributions; genotypes possible only under a later one have count 0. */
export function inputsUnderEach(distributions: readonly (readonly InputSum[])[]): readonly InputSum[] {
  const [first = [], ...others] = distributions
  if (others.length === 0) return first
  const none = distributions.map(() => 0n)
  const sums = new Map(
    first.map((sum) => [sum.input, { ...sum, weights: none.with(0, sum.weights[0] ?? 0n) }]),
  )
  others.forEach((inputs, i) => {
    for (const { input, weights } of inputs) {
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

/** Whether genotype `a` is more probable than `b`, or equally probable and earlier in canonical order. */
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
