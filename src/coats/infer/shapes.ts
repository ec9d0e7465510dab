/**
 * The shapes of answers that stand on what is not known.
 * Guarantees: plain JSON values; percentages have six significant digits.
 */
import type { GenotypeGroup, Note, ViabilityAnswer } from '../answers.js'

/** A coat with its share; with bounds, without one. */
export interface OpenRow {
  readonly coat: string
  readonly percentage?: number
  /** Its most probable genotype, or one that shows it. */
  readonly genotype: GenotypeGroup
  readonly viability?: ViabilityAnswer
  /** Each frequency at either end of its interval, one at a time; without a population the least and the greatest share. */
  readonly percentage_band?: { readonly low: number; readonly high: number }
  readonly most_sensitive_to?: { readonly gene: string; readonly allele: string; readonly population: string }
}

/** What is told beside every such answer. */
export interface Grounds {
  /** Absent where no answer needed a frequency. */
  readonly estimated?: true
  readonly population?: { readonly population: string; readonly name: string; readonly sampled?: number }
  /** log10 of the probability of all facts. */
  readonly evidence?: number
  readonly operations: number
  readonly notes?: readonly Note[]
}

export interface FoalsTold {
  readonly wanted: string
  readonly foals?: number
  /** That at least one of so many foals shows it. */
  readonly percentage?: number
  readonly foals_for?: { readonly percentage: number; readonly foals: number | null }
}

export interface CoatsTold {
  readonly results: readonly OpenRow[]
  readonly total_results?: number
  readonly returned_percentage?: number
  readonly live_foal_percentage?: number
  readonly suspected_loss_percentage?: number
  readonly foals?: FoalsTold
}

export interface GeneShare {
  readonly gene: string
  readonly alleles: readonly string[]
  readonly percentage: number
}

export interface PhaseTold {
  readonly genes: readonly string[]
  /** False: the animal is not heterozygous at two of them, so that there is no phase to speak of. */
  readonly is_open: boolean
  readonly phases: readonly {
    readonly together: readonly string[]
    readonly copies: readonly (readonly string[])[]
    readonly percentage: number
  }[]
}

export type AskAnswer =
  | {
      readonly ask: 'genotype'
      readonly horse: string
      readonly genotypes: readonly GeneShare[]
      /** What the facts force among the alleles that the population knows; a note tells where it leaves alleles out. */
      readonly certain: readonly Omit<GeneShare, 'percentage'>[]
    }
  | { readonly ask: 'phase'; readonly horse: string; readonly phase: readonly PhaseTold[] }
  | ({ readonly ask: 'coat'; readonly horse: string } & CoatsTold)
  | ({ readonly ask: 'foal'; readonly mother: string; readonly father: string } & CoatsTold)

export interface InferAnswer extends Grounds {
  readonly answers: readonly AskAnswer[]
}

/** Something that was read without a fault and is not worked out yet: never small enough for an event loop. */
export interface WorkAsked<Body> {
  readonly language: string
  readonly make: () => Body
}

/** Six significant digits; nothing positive becomes 0. */
export function percentOfOne(probability: number): number {
  return Number((probability * 100).toPrecision(6))
}
