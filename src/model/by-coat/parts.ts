/**
 * What one component of a coat can contribute: the rows of its tally, joined where no eye tells them apart.
 * Guarantees: exact sums under each distribution given; whether a part hides all that others contribute.
 * Leaves to others: putting parts together (coats.ts).
 */
import type { Component } from './components.js'
import type { Outcome } from '../model.js'
import type { StateKey } from './state-keys.js'
import { isBetter, type BestGenotype, type Tally, type TallyRow } from './tally.js'
import type { FoalGroup } from '../cross/zygotes.js'

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

/** A part while it is being summed. */
type Sum = { -readonly [Field in keyof Part]: Part[Field] } & { readonly weights: bigint[] }

/** @param keyOf equal keys mean that the component adds the same to every coat */
export function sumParts(
  component: Component,
  tally: Tally,
  distributions: readonly (readonly FoalGroup[])[],
  keyOf: (row: TallyRow) => string,
): readonly Part[] {
  const parts = new Map<string, Sum>()
  const byState = new Map<StateKey, Sum | undefined>()
  /** What only another set of fractions makes possible is no possibility of the one that is listed. */
  const partFor = (row: TallyRow, d: number): Sum | undefined => {
    const key = keyOf(row)
    const known = parts.get(key)
    if (known !== undefined || d > 0) return known
    const made = newPart(row, distributions.length)
    parts.set(key, made)
    return made
  }
  distributions.forEach((groups, d) => {
    for (const row of tally(component.groups.flatMap((g) => groups[g] ?? []))) {
      // What a state shows is the same under all fractions, and worked out once.
      const part = byState.get(row.state) ?? partFor(row, d)
      byState.set(row.state, part)
      if (part !== undefined) add(part, row, d)
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

/** Of one part of each component, taken together: one weight for each distribution. */
export function weightsOf(chosen: readonly Part[]): readonly bigint[] {
  return (chosen[0]?.weights ?? []).map((_, d) =>
    chosen.reduce((product, part) => product * (part.weights[d] ?? 0n), 1n),
  )
}

export function genotypesOf(chosen: readonly Part[]): bigint {
  return chosen.reduce((product, part) => product * part.genotypes, 1n)
}

export function bestWeightOf(chosen: readonly Part[]): bigint {
  return chosen.reduce((product, part) => product * part.best.weight, 1n)
}

export function hidesAll(outcomes: readonly Outcome[]): boolean {
  for (const { fired } of outcomes) for (const rule of fired) if (rule.hides === 'all') return true
  return false
}

/** With nothing added yet. */
function newPart({ outcomes, best }: TallyRow, distributions: number): Sum {
  const weights = Array<bigint>(distributions).fill(0n)
  return { outcomes, hidesRest: hidesAll(outcomes), weights, genotypes: 0n, best }
}

function add(part: Sum, row: TallyRow, distribution: number): void {
  part.weights[distribution] = (part.weights[distribution] ?? 0n) + row.weight
  if (distribution > 0) return
  part.genotypes += row.count
  const { best } = row
  if (isBetter(best, part.best)) part.best = best
}
