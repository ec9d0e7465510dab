/**
 * What follows from a question about animals that are not fully known, as data: the words of the engine's answers.
 * Guarantees: everything that can be asked says how much work it is before any of it is done; a horse is named by its
 * place in `horses`, a locus by its index.
 * Leaves to others: how answers are shown (coats/infer/), what is refused for its cost.
 */
import type { Pair } from '../genetics/genotype.js'
import type { Copy } from '../genetics/locus.js'
import type { Coat, HorseGenotype } from '../model/model.js'
import type { Ratio } from '../model/population.js'
import type { CoatPattern, Question } from './question.js'

/** One engine for each rule set (create-inference.ts); it remembers nothing of questions. */
export interface Inference {
  /** Reads a question. Cheap: what follows is worked out when it is asked for. */
  readonly study: (question: Question) => Study
}

/**
 * A question that was read. Ask `fault` first, then `contradiction` and `evidence`: where the facts contradict each other,
 * the other answers mean nothing (they hold no rows).
 */
export interface Study {
  /** Where it is defined, only bounds may be asked. */
  readonly fault: Unstated | undefined
  /** Whether the facts alone leave some founder's copy open, so that its frequency matters. */
  readonly needsFigures: () => boolean
  /** Whether the facts leave an animal one genotype at a locus, however frequent copies are; false also where only several loci tell. */
  readonly isForced: (horse: number, locus: number) => boolean
  /** Facts that leave some animal nothing at a locus, by what relatives leave it there; soon seen, and no further. */
  readonly contradiction: () => Contradiction | undefined
  /** Tells also a contradiction that only several loci or loops tell. */
  readonly evidence: () => Work<Evidence>
  /** What one horse may carry at the loci given; at all open ones, where none are. */
  readonly genotypes: (horse: number, loci?: readonly number[]) => Work<readonly LocusShares[]>
  /** What lies together on its two copies, for each linkage group with more than one open locus. */
  readonly phase: (horse: number) => Work<readonly PhaseShares[]>
  /** The coats that one horse can have. Alive, as all horses of the question are. */
  readonly coatsOf: (horse: number, options?: CoatOptions) => Work<CoatAnswer>
  /** The coats of a foal asked about, counted from conception. */
  readonly foal: (mother: number, father: number, options?: CoatOptions) => Work<CoatAnswer>
  /** How probable it is, of the parents, that a foal shows one of these coats with a probability (several-foals.ts). */
  readonly chances: (
    mother: number,
    father: number,
    wanted: readonly CoatPattern[],
  ) => Work<readonly Chance[]>
  /**
   * Without a population: the least and the greatest share of each coat over everything that is not known. Two horses
   * without parents in the question.
   */
  readonly foalBounds: (mother: number, father: number) => Work<BoundedAnswer>
  /**
   * The same of one horse: each coat is certain, possible (0 to 1), or not listed.
   * @param most operations that this answer may take, apart from all else that is asked; without it, it is one of the asks
   */
  readonly coatBounds: (horse: number, most?: number) => Work<BoundedAnswer>
}

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

/** Of one horse over one linkage group; most probable first. */
export interface PhaseShares {
  readonly group: number
  /** The open loci of the group, in map order. */
  readonly loci: readonly number[]
  /** False: no two loci are heterozygous together, so that there is no phase to speak of. */
  readonly isOpen: boolean
  readonly shares: readonly PhaseShare[]
}

export interface PhaseShare {
  /** What lies on either copy: one copy for each of `loci`. Which of the two comes from the mother is not told apart. */
  readonly copies: readonly [readonly Copy[], readonly Copy[]]
  readonly probability: number
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
