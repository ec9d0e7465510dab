/**
 * What is known of some animals: a pedigree with tests and coats seen, as data.
 * Guarantees: nothing here has been judged; a question can contradict itself.
 * Leaves to others: how a request says it (operations/infer/), what follows from it (answer.ts).
 */
import type { DeclaredAllele } from '../genetics/haplotype.js'
import type { Population } from '../model/population.js'
import type { Sex } from '../rules/tables.js'

export interface Question {
  /** Undefined where no frequency may be needed; a founder whose genotype is open is then an error of the caller. */
  readonly population: Population | undefined
  readonly horses: readonly KnownHorse[]
  /** Whether a tested allele may be any of those it covers (Locus.covers), since tests differ in what they tell apart. */
  readonly isCoarse?: boolean
}

export interface KnownHorse {
  readonly id: string
  /** Matters only where a locus on the sex chromosome is asked of. */
  readonly sex: Sex | undefined
  /** Places in `horses`; a parent that is not in the question is undefined, and what it handed on a founder's copy. */
  readonly mother: number | undefined
  readonly father: number | undefined
  /** False: that it lives is no fact. An animal of which all is known is taken as it is, whatever it carries. */
  readonly isAlive?: boolean
  /** Whether it stands only for what its one foal has of it: nothing was seen of it, and nobody asks about it. */
  readonly isAbsent?: boolean
  /** By locus index. A locus without an entry was not tested. */
  readonly tests: ReadonlyMap<number, Test>
  readonly seen: readonly Seen[]
  /** Index of a linkage group → alleles declared to lie together on one copy (cross/linkage.ts); nothing, where absent. */
  readonly together?: ReadonlyMap<number, readonly DeclaredAllele[]>
}

/** What is known of the two copies at one locus: one of these unordered pairs of patterns holds. */
export interface Test {
  /** The place in the request, and what stands there, for contradictions. */
  readonly field: string
  readonly text: string
  readonly pairs: readonly (readonly [CopyPattern, CopyPattern])[]
}

/** What one copy may be: any of these holds. */
export type CopyPattern = readonly CopyTerm[]

/** Allele indices. `E` has E and no more, `?` has nothing and perhaps more, `!Cr` lacks Cr, `DW20+?` has DW20 and perhaps more. */
export interface CopyTerm {
  readonly has: readonly number[]
  readonly lacks: readonly number[]
  /** Whether the copy may carry other variants, or the wild type, beside what it has. */
  readonly more: boolean
}

/** A coat that was seen, as the patterns that the animal may show. */
export interface Seen {
  readonly field: string
  readonly text: string
  readonly coats: readonly CoatPattern[]
  /** The patterns that were named; only where `coats` has more, and how often they are mistaken is not known. */
  readonly literal?: readonly CoatPattern[]
}

/**
 * What an animal may show. The likelihood of an observation, given a genotype, is the sum over the patterns that the genotype
 * matches, at most 1.
 */
export interface CoatPattern {
  /** The visible tokens, all of them but for missed traits; undefined where only some are known. */
  readonly exactly: readonly string[] | undefined
  readonly has: readonly string[]
  readonly lacks: readonly string[]
  /** How likely the observation is where an animal shows this; 1 where it is absent. */
  readonly weight?: number
  readonly traits?: readonly Trait[]
}

/** A trait that observers miss: it may be shown although the pattern does not name it. */
export interface Trait {
  readonly token: string
  /** What is missed. Where a rule gives the token that none of these names, it is never missed. */
  readonly misses: readonly Miss[]
}

export interface Miss {
  /** Ids of the rules that give the token; undefined: any rule. */
  readonly by: readonly string[] | undefined
  /** How likely it is missed; undefined where nobody counted: it then weighs 1, as does noticing it. */
  readonly chance: number | undefined
}
