/** What one result says of one gene, and why it is asked about. */
import type { ModelLocus } from '../../model/model.js'
import type { Sex } from '../../rules/tables.js'
import { type PairFact, pairKey } from '../copies.js'
import type { ReportTest, WordKind } from '../vocabulary/terms.js'

export type How = 'exact' | 'by_laboratory' | 'by_word'

/** What one result says of one gene. */
export interface Result {
  readonly locus: ModelLocus
  /** What holds whatever the question's answer is. */
  readonly fact: PairFact
  /** The arrangements that the result allows, if these are several. */
  readonly facts?: readonly PairFact[]
  readonly how: How
  readonly question?: { readonly choices: readonly PairFact[]; readonly why: string }
  /** The sex that the result implies, which the request denies. */
  readonly deniesSex?: true
}

/** A test as one clause has it. */
export interface Scope {
  readonly test: ReportTest
  /** The alleles of which this result speaks. */
  readonly finds: readonly number[]
}

export interface Animal {
  /** Undefined if nobody said. */
  readonly sex: Sex | undefined
  /** The sex with one copy of genes on the X chromosome. */
  readonly ofOneCopy: Sex | undefined
  /** Whether a sign with a slash and nothing behind it means both copies. */
  readonly isOneSidedBoth: boolean
}

export const BESIDE = 'by itself the sign may mean that nothing was found, or be a variant in small letters'
export const ONE_SIGN = 'one sign is written for two copies'
export const ONE_SIDE = 'one side of the slash is empty'
export const BASES = 'which base is the variant depends on the laboratory: name it'
export const MIXED = 'the words and the signs say different things'
export const SEVERAL = 'several results are written for one test'
export const NOT_FOUND = 'a negative result of this test may mean either allele'
export const WORD_PAIR = 'the word does not say which allele'
export const LISTED = 'it may be a genotype, or a list of variants that were found'
export const MALE_PAIR = 'a male has one copy of this gene, and two are written'
export const WHICH_SEX =
  'a male has one copy of this gene and a female two: the sex decides what the result means'

export function asked(
  locus: ModelLocus,
  fact: PairFact,
  choices: readonly PairFact[],
  why: string,
  how: How,
): Result {
  const distinct = new Map(choices.map((choice) => [pairKey(choice), choice]))
  return { locus, fact, how, question: { choices: [...distinct.values()], why } }
}

export type ResultWord = Extract<WordKind, 'absent' | 'once' | 'twice' | 'same' | 'present'>
