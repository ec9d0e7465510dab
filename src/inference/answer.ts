/**
 * The answers of the engine, as data.
 * Guarantees: an animal is named by its place among the question's animals, a locus by its index.
 * Leaves to others: how answers are shown, and what is refused for its cost (operations/infer/).
 */
import type { Pair } from '../genetics/genotype.js'
import type { Copy } from '../genetics/locus.js'
import type { Coat, HorseGenotype } from '../model/model.js'
import type { Ratio } from '../model/population.js'

/** Some founders need a prior at this locus that nothing states. */
export interface Unstated {
  readonly locus: number
  readonly animals: readonly number[]
}

/** A founder's copies at one locus. */
export interface FounderCopies {
  readonly animal: number
  readonly locus: number
  readonly copies: readonly Copy[]
}

export interface EvidenceAnswer {
  /** log10 of the probability of all facts together, tests of founders and being alive among them. */
  readonly log10: number
  readonly contradiction: Contradiction | undefined
  /** Whether the facts take variants that a convention assumes to be absent otherwise: then their probability means nothing. */
  readonly isAssumed: boolean
  /** Copies of founders that the facts alone determine and the population has none of: they count as certain. */
  readonly unheardOf: readonly FounderCopies[]
}

/** Facts that cannot all be true. */
export interface Contradiction {
  /** Without any one of them the others can be true; false where finding out took too long, so that some may be unnecessary. */
  readonly isMinimal: boolean
  readonly facts: readonly FactPlace[]
  /** The first locus at which they cannot all be true; undefined where only several loci together show it. */
  readonly locus: number | undefined
  readonly animals: readonly number[]
  /**
   * Whether the facts agree with Mendel's laws, but need a copy whose frequency is 0; undefined where finding out took too
   * long.
   */
  readonly population: boolean | undefined
}

export type FactPlace =
  | {
      readonly kind: 'test'
      readonly animal: number
      readonly locus: number
      readonly field: string
      readonly text: string
    }
  | { readonly kind: 'seen'; readonly animal: number; readonly field: string; readonly text: string }
  /** The animal is alive, so that its genotype is not lethal. */
  | { readonly kind: 'alive'; readonly animal: number }
  | { readonly kind: 'together'; readonly animal: number }

/** An animal's pairs of copies at one locus. */
export interface LocusPosterior {
  readonly locus: number
  /** Most probable first; probabilities add up to 1. */
  readonly pairs: readonly { readonly pair: Pair; readonly probability: number }[]
  /** The pair that the facts determine, among copies with a prior above 0 (all copies, where only one has). */
  readonly certain: Pair | undefined
}

/** What lies together on an animal's two copies of a linkage group. */
export interface PhasePosterior {
  readonly group: number
  readonly loci: readonly number[]
  /** False: the animal is not heterozygous at two of the loci, so that it has no phase. */
  readonly hasPhase: boolean
  /** Most probable first. */
  readonly phases: readonly {
    /** One copy for each of `loci`, on either chromosome; which of them comes from the mother is not told apart. */
    readonly copies: readonly [readonly Copy[], readonly Copy[]]
    readonly probability: number
  }[]
}

export interface CoatOptions {
  /** Whether rows get an interval: each stated frequency at either end of its own interval, one at a time. */
  readonly sensitivity?: boolean
  /** How many rows get an interval at most. */
  readonly limit?: number
}

export interface CoatAnswer {
  /** How many coats there are. */
  readonly total: bigint
  /** Most probable first; computed while it is read. */
  readonly list: () => Iterable<CoatRow>
  /** The probability of a lethal genotype, and of one that is suspected to be lethal. */
  readonly lethal: number
  readonly suspected: number
}

export interface CoatRow {
  readonly coat: Coat
  /** Never 0. */
  readonly probability: number
  /** The same exactly, where both parents are determined: `percentOf` gives the digits of a plain cross. */
  readonly exact?: { readonly weight: bigint; readonly total: bigint }
  /** Its most probable genotype; of alleles that were not told apart, the most frequent one. */
  readonly genotype: HorseGenotype
  readonly interval?: { readonly low: number; readonly high: number }
  /** The frequency that moves it most; absent where none does. */
  readonly mostSensitiveTo?: { readonly locus: number; readonly copy: Copy }
}

export interface BoundedAnswer {
  /** By greatest probability, then the fewest variants, then by least; ties in canonical order. Impossible coats are not listed. */
  readonly rows: readonly BoundedRow[]
}

export interface BoundedRow {
  readonly coat: Coat
  readonly least: Ratio
  readonly greatest: Ratio
  /** A genotype that shows it. */
  readonly genotype: HorseGenotype
}

/** Genotypes of both parents with the same probability of a wanted foal. */
export interface ParentClass {
  /** The probability that a foal of such parents is wanted. */
  readonly foal: number
  /** The probability of such parents. */
  readonly parents: number
}

/** Whether an animal can be the offspring of two parents. */
export interface Parentage {
  readonly excluded: readonly Exclusion[]
  readonly unlikely: readonly Improbability[]
  readonly isMotherPossible: boolean
  readonly isFatherPossible: boolean
  /** Undefined without figures, or where the parentage is excluded or unlikely. */
  readonly ratio: LikelihoodRatio | undefined
  readonly operations: number
}

export interface LikelihoodRatio {
  readonly log10: number
  /** The loci whose frequencies it uses. */
  readonly loci: readonly number[]
}

/** Facts that rule out a parent, or both together. */
export interface Exclusion {
  readonly facts: readonly FactPlace[]
  readonly parent: 'mother' | 'father' | 'pair'
  readonly loci: readonly number[]
  readonly isMinimal: boolean
}

/** Facts that hold only if a variant arose anew or an observed coat was mistaken. */
export interface Improbability extends Exclusion {
  /** Each of these alone would explain the facts. */
  readonly variants: readonly NewVariant[]
  readonly isMistakable: boolean
}

/** A variant that is known to arise anew. */
export interface NewVariant {
  readonly locus: number
  readonly allele: number
}
