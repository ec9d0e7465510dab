/**
 * The types of inferred answers.
 * Guarantees: plain JSON values; percentages have six significant digits.
 */
import type { GenotypeGroup } from '../shown-genes.js'
import type { ViabilityAnswer } from '../wording.js'

/** A coat with its percentage. Without a population it has bounds only. */
export interface AnswerRow {
  readonly coat: string
  /** Ids of its visible tokens, with `tokens=true`. */
  readonly tokens?: readonly string[]
  readonly percentage?: number
  /** Its most probable genotype, or one that shows it. */
  readonly genotype: GenotypeGroup
  readonly viability?: ViabilityAnswer
  /** Extremes of the percentage as each frequency moves within its interval, one at a time. Without a population: least and greatest possible percentage. */
  readonly percentage_band?: { readonly low: number; readonly high: number }
  readonly most_sensitive_to?: { readonly gene: string; readonly allele: string; readonly population: string }
}

export interface SeveralFoalsAnswer {
  readonly wanted: string
  readonly foals?: number
  /** Percentage for at least one of `foals` showing a wanted coat. */
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

/** The answer to a valid question, not computed yet. Too expensive for an event loop. */
export interface DeferredAnswer<Body> {
  readonly language: string
  readonly make: () => Body
}

/** A probability as a percentage with six significant digits. No positive value becomes 0. */
export function percentOfOne(probability: number): number {
  return Number((probability * 100).toPrecision(6))
}
