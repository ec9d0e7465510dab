/**
 * What one component can contribute to a coat: the rows of its tally, merged where they look the same.
 * Guarantees: exact sums under each distribution.
 */
import type { Outcome } from '../model.js'
import { comparePaths, isBetter, type Sum } from './sums.js'
import type { Tally } from './tally.js'
import type { FoalGroup } from '../cross/zygotes.js'

export interface Part {
  /** One outcome per table of the component. */
  readonly outcomes: readonly Outcome[]
  readonly hidesRest: boolean
  /** One weight per distribution. */
  readonly weights: readonly bigint[]
  /** Number of genotypes over the component's groups in this part. */
  readonly genotypes: bigint
  /** The most probable of these genotypes. */
  readonly best: {
    readonly weight: bigint
    /** Index of the genotype in each group, in canonical order. */
    readonly path: readonly number[]
  }
}

/** Accumulator for a part. */
interface Growing extends Pick<Part, 'outcomes' | 'hidesRest'> {
  readonly weights: bigint[]
  genotypes: bigint
  best: Readonly<Sum>
}

/**
 * @param distributions the same cross under one or more sets of fractions; outcomes possible only under a later one
 * add no part
 * @param keyOf equal keys mean that the component contributes the same to every coat
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
  // Outcomes possible only under a later distribution add to existing parts.
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

/** Sums all parts of a component into one; the most probable genotype represents it. */
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
