/**
 * The shapes of answers that stand on what is not known.
 * Guarantees: plain JSON values; percentages have six significant digits.
 */
import type { GenotypeGroup } from '../shown-genes.js'
import type { ViabilityAnswer } from '../wording.js'

/** A coat with its share; with bounds, without one. */
export interface AnswerRow {
  readonly coat: string
  /** Ids of its visible tokens, where they were asked for. */
  readonly tokens?: readonly string[]
  readonly percentage?: number
  /** Its most probable genotype, or one that shows it. */
  readonly genotype: GenotypeGroup
  readonly viability?: ViabilityAnswer
  /** Each frequency at either end of its interval, one at a time; without a population the least and the greatest share. */
  readonly percentage_band?: { readonly low: number; readonly high: number }
  readonly most_sensitive_to?: { readonly gene: string; readonly allele: string; readonly population: string }
}

export interface SeveralFoalsAnswer {
  readonly wanted: string
  readonly foals?: number
  /** That at least one of so many foals shows it. */
  readonly percentage?: number
  readonly foals_for?: { readonly percentage: number; readonly foals: number | null }
}

export interface CoatsAnswer {
  readonly results: readonly AnswerRow[]
  readonly total_results?: number
  readonly returned_percentage?: number
  readonly live_foal_percentage?: number
  readonly suspected_loss_percentage?: number
  readonly foals?: SeveralFoalsAnswer
}

/** Something that was read without a fault and is not worked out yet: never small enough for an event loop. */
export interface DeferredAnswer<Body> {
  readonly language: string
  readonly make: () => Body
}

/** Six significant digits; nothing positive becomes 0. */
export function percentOfOne(probability: number): number {
  return Number((probability * 100).toPrecision(6))
}
