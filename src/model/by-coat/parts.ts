/**
 * What one component of a coat can contribute: the rows of its tally, joined where no eye tells them apart.
 * Guarantees: exact sums under each distribution given.
 */
import type { Outcome } from '../model.js'
import type { StateKey } from './table-steps.js'
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

/**
 * @param distributions the same cross under one or more sets of fractions; what only a later one makes possible is no part
 * @param keyOf equal keys mean that the component adds the same to every coat
 */
export function sumParts(
  tally: Tally,
  distributions: readonly (readonly FoalGroup[])[],
  keyOf: (outcomes: readonly Outcome[]) => string,
): readonly Part[] {
  const parts = new Map<string, Sum>()
  const byState = new Map<StateKey, Sum | undefined>()
  const partFor = ({ outcomes, best }: TallyRow, d: number): Sum | undefined => {
    const hidesRest = hidesAll(outcomes)
    const key = `${hidesRest} ${keyOf(outcomes)}`
    const known = parts.get(key)
    if (known !== undefined || d > 0) return known
    const made = { outcomes, hidesRest, weights: distributions.map(() => 0n), genotypes: 0n, best }
    parts.set(key, made)
    return made
  }
  distributions.forEach((groups, d) => {
    for (const row of tally(groups)) {
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

export function hidesAll(outcomes: readonly Outcome[]): boolean {
  for (const { fired } of outcomes) for (const rule of fired) if (rule.hides === 'all') return true
  return false
}

function add(part: Sum, { weight, count, best }: TallyRow, distribution: number): void {
  part.weights[distribution] = (part.weights[distribution] ?? 0n) + weight
  if (distribution > 0) return
  part.genotypes += count
  if (isBetter(best, part.best)) part.best = best
}
