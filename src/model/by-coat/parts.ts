/**
 * What one component of a coat can contribute: the rows of its tally, joined where no eye tells them apart.
 * Guarantees: exact sums under each distribution given.
 */
import type { Outcome } from '../model.js'
import { comparePaths, isBetter } from './sums.js'
import type { Tally, TallyRow } from './tally.js'
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
interface Sum extends Pick<Part, 'outcomes' | 'hidesRest'> {
  readonly weights: bigint[]
  genotypes: bigint
  best: TallyRow
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
  const sums = new Map<string, Sum>()
  const keyFor = (outcomes: readonly Outcome[]): string => `${hidesAll(outcomes)} ${keyOf(outcomes)}`
  const rows = tally(distributions)
  for (const row of rows) {
    if (row.count === 0n) continue
    const { outcomes } = row
    const key = keyFor(outcomes)
    const sum = sums.get(key)
    if (sum === undefined) {
      const hidesRest = hidesAll(outcomes)
      sums.set(key, { outcomes, hidesRest, weights: [...row.weights], genotypes: row.count, best: row })
    } else {
      add(sum.weights, row.weights)
      sum.genotypes += row.count
      if (isBetter(row, sum.best)) sum.best = row
    }
  }
  // What only a later distribution makes possible adds to the parts that the first one has.
  for (const row of rows) {
    if (row.count > 0n) continue
    const sum = sums.get(keyFor(row.outcomes))
    if (sum !== undefined) add(sum.weights, row.weights)
  }
  return Array.from(sums.values(), ({ best, ...sum }) => ({
    ...sum,
    best: { weight: best.bestWeight, path: best.path() },
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
