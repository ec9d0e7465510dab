/**
 * What one component of a coat can contribute: the rows of its tally, joined where no eye tells them apart.
 * Guarantees: exact sums under each distribution given; whether a part hides all that others contribute.
 * Leaves to others: putting parts together (coat-shares.ts).
 */
import type { Component } from './components.js'
import type { Outcome } from './model.js'
import { isBetter, type BestGenotype, type Tally, type TallyRow } from './tally.js'
import type { FoalGroup } from './zygotes.js'

export interface Part {
  /** One outcome for each table of the component. */
  readonly outcomes: readonly Outcome[]
  readonly hidesRest: boolean
  /** One weight for each distribution. */
  readonly weights: readonly bigint[]
  /** How many genotypes of the component's groups it sums, and the best of them. */
  readonly genotypes: bigint
  readonly best: BestGenotype
}

/** @param keyOf equal keys mean that the component adds the same to every coat */
export function sumParts(
  component: Component,
  tally: Tally,
  distributions: readonly (readonly FoalGroup[])[],
  keyOf: (row: TallyRow) => string,
): readonly Part[] {
  const parts = new Map<string, Part>()
  distributions.forEach((groups, d) => {
    for (const row of tally(component.groups.flatMap((g) => groups[g] ?? []))) {
      const key = keyOf(row)
      const known = parts.get(key)
      // What only another set of fractions makes possible is no possibility of the one that is listed.
      if (known === undefined && d > 0) continue
      parts.set(key, known === undefined ? newPart(row, distributions.length) : joined(known, row, d))
    }
  })
  return [...parts.values()]
}

/** A component taken whole: all its parts together, by its most probable genotype. */
export function wholeOf(parts: readonly Part[]): Part {
  return parts.reduce((whole, part) => ({
    outcomes: whole.outcomes,
    hidesRest: false,
    weights: whole.weights.map((weight, d) => weight + (part.weights[d] ?? 0n)),
    genotypes: whole.genotypes + part.genotypes,
    best: isBetter(part.best, whole.best) ? part.best : whole.best,
  }))
}

export function hidesAll(outcomes: readonly Outcome[]): boolean {
  return outcomes.some((outcome) => outcome.fired.some((rule) => rule.hides === 'all'))
}

function newPart({ outcomes, weight, count, best }: TallyRow, distributions: number): Part {
  const weights = Array.from({ length: distributions }, (_, d) => (d === 0 ? weight : 0n))
  return { outcomes, hidesRest: hidesAll(outcomes), weights, genotypes: count, best }
}

function joined(part: Part, row: TallyRow, distribution: number): Part {
  const weights = part.weights.map((weight, d) => (d === distribution ? weight + row.weight : weight))
  if (distribution > 0) return { ...part, weights }
  return {
    ...part,
    weights,
    genotypes: part.genotypes + row.count,
    best: isBetter(row.best, part.best) ? row.best : part.best,
  }
}
