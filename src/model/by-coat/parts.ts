/**
 * What one component of a coat can contribute: the rows of its tally, joined where no eye tells them apart.
 * Guarantees: exact sums under each distribution given.
 */
import type { Outcome } from '../model.js'
import { comparePaths, isBetter, type Sum } from './sums.js'
import type { Tally } from './tally.js'
import type { FoalGroup } from '../cross/zygotes.js'

export interface Part {
  /** One outcome for each table of the component. */
  readonly outcomes: readonly Outcome[]
  readonly hidesRest: boolean
  /** One weight for each distribution. */
  readonly weights: readonly bigint[]
  /** How many genotypes of the component's groups it sums, and the most probable of them. */
  readonly genotypes: bigint
  readonly best: {
    readonly weight: bigint
    /** The genotype over each group: its place in canonical order. */
    readonly path: readonly number[]
  }
}

/** A part while it is being summed. */
interface Growing extends Pick<Part, 'outcomes' | 'hidesRest'> {
  readonly weights: bigint[]
  genotypes: bigint
  best: Readonly<Sum>
}

/**
 * @param distributions the same cross under one or more sets of fractions; what only a later one makes possible is no part
 * @param keyOf equal keys mean that the component adds the same to every coat
 */
export function sumParts(
  tally: Tally,
  distributions: readonly (readonly FoalGroup[])[],
  keyOf: (outcomes: readonly Outcome[]) => string,
): readonly Part[] {
  const parts = new Map<string, Growing>()
  const keyFor = (outcomes: readonly Outcome[]): string => `${hidesAll(outcomes)} ${keyOf(outcomes)}`
  const { rows, outcomesAt, pathOf } = tally(distributions)
  for (const { state, sum, weights } of rows) {
    if (sum.count === 0n) continue
    const outcomes = outcomesAt(state)
    const key = keyFor(outcomes)
    const part = parts.get(key)
    if (part === undefined) {
      const hidesRest = hidesAll(outcomes)
      parts.set(key, { outcomes, hidesRest, weights: [...weights], genotypes: sum.count, best: sum })
    } else {
      add(part.weights, weights)
      part.genotypes += sum.count
      if (isBetter(sum, part.best)) part.best = sum
    }
  }
  // What only a later distribution makes possible adds to the parts that the first one has.
  for (const { state, sum, weights } of rows) {
    if (sum.count > 0n) continue
    const part = parts.get(keyFor(outcomesAt(state)))
    if (part !== undefined) add(part.weights, weights)
  }
  return Array.from(parts.values(), ({ best, ...part }) => ({
    ...part,
    best: { weight: best.bestWeight, path: pathOf(best) },
  }))
}

function add(sums: bigint[], weights: readonly bigint[]): void {
  weights.forEach((weight, d) => (sums[d] = (sums[d] ?? 0n) + weight))
}

/** A component taken whole: all its parts together, by its most probable genotype. */
export function wholeOf(parts: readonly Part[]): Part {
  return parts.reduce((whole, part) => {
    const [a, b] = [part.best, whole.best]
    const isFirst = a.weight > b.weight || (a.weight === b.weight && comparePaths(a.path, b.path) < 0)
    return {
      outcomes: whole.outcomes,
      hidesRest: false,
      weights: whole.weights.map((weight, d) => weight + (part.weights[d] ?? 0n)),
      genotypes: whole.genotypes + part.genotypes,
      best: isFirst ? a : b,
    }
  })
}

export function hidesAll(outcomes: readonly Outcome[]): boolean {
  for (const { fired } of outcomes) for (const rule of fired) if (rule.hides === 'all') return true
  return false
}
