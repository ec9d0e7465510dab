/**
 * What follows from a question about animals that are not fully known, as data: the words of the engine's answers.
 * Guarantees: everything that can be asked says how much work it is before any of it is done; a horse is named by its
 * place in `horses`, a locus by its index.
 * Leaves to others: how answers are shown (operations/infer/), what is refused for its cost.
 */
import type { Pair } from '../genetics/genotype.js'
import type { Copy } from '../genetics/locus.js'
import type { Coat, HorseGenotype } from '../model/model.js'
import type { Ratio } from '../model/population.js'

/** What something takes that can be worked out. */
export interface Cost {
  /** Counted before any of it is done, and hardly less than it takes: about a microsecond each (planning/cost.ts). */
  readonly operations: number
  /** Of an answer with a row for each coat: how many there can be, and the operations that each takes when it is taken. */
  readonly rows?: { readonly most: number; readonly operations: number } | undefined
}

/** Something that can be worked out. */
export interface Work<Answer> {
  /** As much is known before anything is planned. */
  readonly least: Cost
  /** Plans it, once. */
  readonly cost: () => Cost
  /** The horse whose relations cost most, where that can be said. */
  readonly mostEntangled: () => number | undefined
  readonly run: () => Answer
}

/** Somebody's copies at this locus are open, and the population (or no population) says nothing of it. */
export interface Unstated {
  readonly locus: number
  readonly horses: readonly number[]
}

/** Parents' genotypes with the same probability of a foal that is wanted. */
export interface Chance {
  readonly foal: number
  readonly parents: number
}

export interface Evidence {
  /** log10 of the probability of all facts together, of founders' tests too, and that all these horses live. */
  readonly log10: number
  readonly contradiction: Contradiction | undefined
  /** Founders' copies that the facts alone settle, and of which the population knows none: they count as certain. */
  readonly unheardOf: readonly {
    readonly horse: number
    readonly locus: number
    readonly copies: readonly Copy[]
  }[]
}

/** Facts that cannot hold together. */
export interface Contradiction {
  /** Without any one of them they can; false where finding out took too long, so that some may be to spare. */
  readonly isMinimal: boolean
  readonly facts: readonly FactPlace[]
  /** Where they meet: the first locus at which they cannot hold; undefined where only several loci together tell. */
  readonly locus: number | undefined
  readonly horses: readonly number[]
  /**
   * Whether they hold by Mendel's laws, but the population says that a copy they need does not exist; undefined where finding
   * out took too long.
   */
  readonly population: boolean | undefined
}

export type FactPlace =
  | {
      readonly kind: 'test'
      readonly horse: number
      readonly locus: number
      readonly field: string
      readonly text: string
    }
  | { readonly kind: 'seen'; readonly horse: number; readonly field: string; readonly text: string }
  /** That the horse lives, though what it would carry is lethal. */
  | { readonly kind: 'alive'; readonly horse: number }
  | { readonly kind: 'together'; readonly horse: number }

/** Of one horse at one locus; most probable first, probabilities add up to 1. */
export interface LocusShares {
  readonly locus: number
  readonly shares: readonly { readonly pair: Pair; readonly probability: number }[]
  /** The pair that the facts force, among the copies that the population knows (all, where it knows but one). */
  readonly certain: Pair | undefined
}

export interface CoatOptions {
  /** Whether rows get bands: each stated frequency at either end of its interval, one at a time. */
  readonly sensitivity?: boolean
  /** How many rows get a band at most. */
  readonly limit?: number
}

export interface CoatAnswer {
  /** How many coats there are. */
  readonly total: bigint
  /** Most probable first. They are worked out when they are taken. */
  readonly list: () => Iterable<CoatRow>
  /** Among all: those of a lethal genotype, and those of one that is suspected to be so. */
  readonly lethal: number
  readonly suspected: number
}

export interface CoatRow {
  readonly coat: Coat
  /** Never 0. */
  readonly probability: number
  /** The same exactly, where no frequency enters: both parents are known. Then `percentOf` gives the digits of a plain cross. */
  readonly exact?: { readonly weight: bigint; readonly total: bigint }
  /** Its most probable genotype; where alleles were not told apart, their most frequent one. */
  readonly genotype: HorseGenotype
  readonly band?: { readonly low: number; readonly high: number }
  /** The frequency that moves it most; absent where none does. */
  readonly mostSensitiveTo?: { readonly locus: number; readonly copy: Copy }
}

export interface BoundedAnswer {
  /** By greatest share, then by least; ties in canonical order. Coats that no completion gives are not listed. */
  readonly rows: readonly BoundedRow[]
}

export interface BoundedRow {
  readonly coat: Coat
  readonly least: Ratio
  readonly greatest: Ratio
  /** A genotype that shows it. */
  readonly genotype: HorseGenotype
}
