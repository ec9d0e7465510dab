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

/** A coat that was seen: any of these patterns holds. */
export interface Seen {
  readonly field: string
  readonly text: string
  readonly coats: readonly CoatPattern[]
}

export interface CoatPattern {
  /** The visible tokens, all of them; undefined where only some are known. */
  readonly exactly: readonly string[] | undefined
  readonly has: readonly string[]
  readonly lacks: readonly string[]
}
