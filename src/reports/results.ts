/**
 * A result of one test → what it says of the two copies, or what it leaves to be asked.
 * Guarantees: an ambiguous sign decides no copy; the choices of a question are all that it can mean.
 */
import type { ModelLocus } from '../model/model.js'
import type { Sex } from '../rules/tables.js'
import {
  copyWith,
  copyWithout,
  isWithin,
  layoutsOf,
  pairKey,
  UNKNOWN_COPY,
  UNKNOWN_PAIR,
  type CopyFact,
  type PairFact,
} from './copies.js'
import type { Meant } from './values.js'
import type { Meaning, ReportTest, WordKind } from './vocabulary.js'

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

const BESIDE = 'by itself the sign may mean that nothing was found, or be a variant in small letters'
const ONE_SIGN = 'one sign is written for two copies'
const ONE_SIDE = 'one side of the slash is empty'
const BASES = 'which base is the variant depends on the laboratory: name it'
const MIXED = 'the words and the signs say different things'
export const SEVERAL = 'several results are written for one test'
const NOT_FOUND = 'a negative result of this test may mean either allele'
const WORD_PAIR = 'the word does not say which allele'
const LISTED = 'it may be a genotype, or a list of variants that were found'
const MALE_PAIR = 'a male has one copy of this gene, and two are written'
const WHICH_SEX = 'a male has one copy of this gene and a female two: the sex decides what the result means'

/** A result in signs. */
export function signResult({ test, finds }: Scope, meant: Meant, animal: Animal): Result {
  const { locus } = test
  const { first, second, form, hasOneCopy, askedPair } = meant
  const signs = second === undefined ? [first] : [first, second]
  const how: How = signs.some((sign) => 'isOfLaboratory' in sign) ? 'by_laboratory' : 'exact'
  const scope = { test, finds }
  if (locus.noCopy !== null) return onSexChromosome(scope, meant, animal, how)
  if (second === undefined || hasOneCopy) return singleSign(scope, first, form, animal, how)
  if (askedPair !== undefined) return asked(locus, UNKNOWN_PAIR, pairChoices(scope), askedPair, how)
  const [a, b] = [besideOr(first, second), besideOr(second, first)]
  const both = [a, b] as const
  const fact = pairOf(both.map((each) => certainCopy(scope, each)))
  const why =
    both.flatMap((each) => ('why' in each ? [each.why] : []))[0] ??
    (isAskedAbsent(scope, both) ? NOT_FOUND : undefined)
  const arranged = unphased(scope, a, b)
  // Two tests on one line: a genotype, or a list of what was found.
  if (why === undefined && test.isJoint && arranged.facts !== undefined)
    return asked(locus, UNKNOWN_PAIR, arranged.facts, LISTED, how)
  if (why === undefined) return { locus, fact, how, ...arranged }
  const found = both.flatMap((each) => (each.kind === 'has' ? [each.allele] : []))[0]
  const options = both.map((each) => optionsOf(scope, each, found))
  const isSame = a.kind === b.kind && a.kind === 'asked'
  const choices = isSame
    ? (options[0] ?? []).map((copy): PairFact => [copy, copy])
    : (options[0] ?? []).flatMap((x) => (options[1] ?? []).map((y): PairFact => [x, y]))
  return asked(locus, fact, choices, why, how)
}

function besideOr(sign: Meaning, other: Meaning): Exclude<Meaning, { readonly kind: 'beside' }> {
  if (sign.kind !== 'beside') return sign
  return other.kind === 'has' ? { kind: 'absent' } : { kind: 'asked', why: BESIDE }
}

function isAskedAbsent({ test }: Scope, signs: readonly Meaning[]): boolean {
  return test.notFound === 'ask' && signs.some(({ kind }) => kind === 'absent')
}

function absentCopy({ test: { notFound }, finds }: Scope): CopyFact {
  return typeof notFound === 'number'
    ? copyWith(notFound)
    : notFound === 'ask'
      ? UNKNOWN_COPY
      : copyWithout(finds)
}

function certainCopy(scope: Scope, sign: Meaning): CopyFact {
  if (sign.kind === 'has') return foundCopy(scope, sign.allele)
  return sign.kind === 'absent' ? absentCopy(scope) : UNKNOWN_COPY
}

/** Two variants of a locus whose copies can have several: nobody said whether they lie together. */
function unphased(
  { test: { locus }, finds }: Scope,
  a: Meaning,
  b: Meaning,
): { readonly facts?: readonly PairFact[] } {
  if (!locus.cis || a.kind !== 'has' || b.kind !== 'has' || a.allele === b.allele) return {}
  const rest = finds.filter((allele) => allele !== a.allele && allele !== b.allele)
  return { facts: layoutsOf([a.allele, b.allele], rest) }
}

/** A copy with the allele; where one copy can have several, without the others that the result speaks of. */
function foundCopy({ test, finds }: Scope, allele: number): CopyFact {
  return test.locus.cis ? { has: [allele], lacks: finds.filter((each) => each !== allele) } : copyWith(allele)
}

function optionsOf(scope: Scope, sign: Meaning, found: number | undefined): readonly CopyFact[] {
  if (sign.kind === 'has' || sign.kind === 'unknown') return [certainCopy(scope, sign)]
  const isOpen = sign.kind !== 'absent' || scope.test.notFound === 'ask'
  return isOpen ? eitherCopy(scope, found) : [absentCopy(scope)]
}

/** What an open copy can be. */
function eitherCopy(scope: Scope, sign?: number): readonly CopyFact[] {
  const found = sign === undefined || sign === scope.test.notFound ? scope.finds[0] : sign
  if (scope.test.notFound === 'ask') return scope.finds.map((allele) => copyWith(allele))
  return [absentCopy(scope), ...(found === undefined ? [] : [copyWith(found)])]
}

/** Both copies alike, and one of each. */
function pairChoices(scope: Scope, found?: number): readonly PairFact[] {
  const [a, b] = eitherCopy(scope, found)
  if (a === undefined || b === undefined) return []
  return [
    [b, b],
    [a, b],
    [a, a],
  ]
}

function pairOf(copies: readonly CopyFact[]): PairFact {
  return [copies[0] ?? UNKNOWN_COPY, copies[1] ?? UNKNOWN_COPY]
}

function singleSign(scope: Scope, sign: Meaning, form: Meant['form'], animal: Animal, how: How): Result {
  const { locus, isPresence } = scope.test
  const copy = certainCopy(scope, sign)
  if (form === 'side' && animal.isOneSidedBoth && (sign.kind === 'has' || sign.kind === 'absent'))
    return { locus, fact: [copy, copy], how: 'by_laboratory' }
  if (form === 'lone' && isPresence && sign.kind === 'has') return { locus, fact: [copy, UNKNOWN_COPY], how }
  const found = sign.kind === 'has' ? sign.allele : undefined
  const fact: PairFact = [copy, UNKNOWN_COPY]
  const choices = pairChoices(scope, found).filter((choice) => isWithin(locus, choice, fact))
  const withFound =
    found === undefined || choices.length > 0
      ? choices
      : [[copy, copy] as PairFact, ...scope.finds.map((allele): PairFact => [copy, copyWith(allele)])]
  const why =
    'why' in sign ? sign.why : sign.kind === 'beside' ? BESIDE : form === 'side' ? ONE_SIDE : ONE_SIGN
  return asked(locus, fact, withFound, why, how)
}

/** A gene of which one sex has one copy. */
function onSexChromosome(scope: Scope, meant: Meant, animal: Animal, how: How): Result {
  const { locus } = scope.test
  const { first, second, hasOneCopy } = meant
  const copies = [first, ...(second === undefined ? [] : [second])].map((sign, i, all) =>
    certainCopy(scope, besideOr(sign, all[1 - i] ?? { kind: 'unknown' })),
  )
  const [a = UNKNOWN_COPY, b] = copies
  const one: PairFact = [a]
  const isMale = animal.sex !== undefined && animal.sex === animal.ofOneCopy
  if (hasOneCopy)
    return { locus, fact: one, how, ...(animal.sex !== undefined && !isMale && { deniesSex: true }) }
  const isAsked = [first, second].some(
    (sign) => sign?.kind === 'asked' || (sign?.kind === 'beside' && b === undefined),
  )
  if (isAsked)
    return asked(
      locus,
      animal.sex === undefined || !isMale ? UNKNOWN_PAIR : [UNKNOWN_COPY],
      pairChoices(scope),
      BESIDE,
      how,
    )
  if (b !== undefined) {
    const isSame = pairKey([a]) === pairKey([b])
    const fact: PairFact = [a, b]
    if (isMale && isSame) return asked(locus, [UNKNOWN_COPY], [one], MALE_PAIR, how)
    if (isMale) return { locus, fact, how, deniesSex: true }
    if (animal.sex !== undefined || !isSame) return { locus, fact, how }
    return asked(locus, UNKNOWN_PAIR, [one, fact], WHICH_SEX, how)
  }
  if (isMale) return { locus, fact: one, how }
  const choices = pairChoices(scope).filter((choice) => isWithin(locus, choice, [a, UNKNOWN_COPY]))
  if (animal.sex !== undefined) return asked(locus, [a, UNKNOWN_COPY], choices, ONE_SIGN, how)
  return asked(locus, UNKNOWN_PAIR, [one, ...choices], WHICH_SEX, how)
}

function asked(
  locus: ModelLocus,
  fact: PairFact,
  choices: readonly PairFact[],
  why: string,
  how: How,
): Result {
  const distinct = new Map(choices.map((choice) => [pairKey(choice), choice]))
  return { locus, fact, how, question: { choices: [...distinct.values()], why } }
}

type ResultWord = Extract<WordKind, 'absent' | 'once' | 'twice' | 'same' | 'present'>

/** A result in words. */
export function wordResult(scope: Scope, word: ResultWord, animal: Animal): Result | undefined {
  const { test, finds } = scope
  const { locus } = test
  const [found, other] = finds
  const how = 'by_word'
  if (found === undefined) return undefined
  if (test.notFound === 'ask') {
    if (word === 'once' && other !== undefined && finds.length === 2)
      return { locus, fact: [copyWith(found), copyWith(other)], how }
    const same = finds.map((allele): PairFact => [copyWith(allele), copyWith(allele)])
    const mixed: readonly PairFact[] =
      other === undefined || word === 'twice' || word === 'same' ? [] : [[copyWith(found), copyWith(other)]]
    return asked(locus, UNKNOWN_PAIR, [...same, ...mixed], word === 'absent' ? NOT_FOUND : WORD_PAIR, how)
  }
  // Of several variants the word does not say which.
  if (test.isEach && finds.length > 1 && word !== 'absent') return undefined
  const [has, lacks] = [copyWith(found), absentCopy(scope)]
  const facts: Readonly<Record<ResultWord, PairFact>> = {
    absent: [lacks, lacks],
    once: [has, lacks],
    twice: [has, has],
    same: [has, has],
    present: [has, UNKNOWN_COPY],
  }
  const fact = facts[word]
  if (locus.noCopy === null) return { locus, fact, how }
  return wordOnSexChromosome(locus, word, fact, animal)
}

function wordOnSexChromosome(locus: ModelLocus, word: ResultWord, fact: PairFact, animal: Animal): Result {
  const how = 'by_word'
  const [first] = fact
  if (animal.sex === undefined) {
    if (word === 'twice') return { locus, fact, how }
    return asked(locus, UNKNOWN_PAIR, [[first], fact], WHICH_SEX, how)
  }
  if (animal.sex !== animal.ofOneCopy) return { locus, fact, how }
  return word === 'twice' ? { locus, fact, how, deniesSex: true } : { locus, fact: [first], how }
}

/** Signs and words that exclude each other. */
export function mixedResult(signs: Result, words: Result): Result {
  const choices = [...(signs.question?.choices ?? [signs.fact]), ...(words.question?.choices ?? [words.fact])]
  return asked(signs.locus, UNKNOWN_PAIR, choices, MIXED, signs.how)
}

/** Two bases: which of them is the variant depends on the laboratory. */
export function basesResult(scope: Scope): Result {
  return asked(scope.test.locus, UNKNOWN_PAIR, pairChoices(scope), BASES, 'exact')
}

/** Several results for one test in one clause. */
export function severalResults(results: readonly Result[]): Result | undefined {
  const [first] = results
  if (first === undefined || results.some(({ locus }) => locus !== first.locus)) return undefined
  const choices = results.flatMap(({ fact, question }) => question?.choices ?? [fact])
  return asked(first.locus, UNKNOWN_PAIR, choices, SEVERAL, first.how)
}
