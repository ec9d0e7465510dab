/**
 * A result in words, and results that exclude each other or are several.
 */
import { type PairFact, UNKNOWN_COPY, UNKNOWN_PAIR, copyWith } from '../copies.js'
import { absentCopy, pairChoices } from './choices.js'
import {
  type Animal,
  BASES,
  MIXED,
  NOT_FOUND,
  type Result,
  type ResultWord,
  SEVERAL,
  type Scope,
  WORD_PAIR,
  asked,
} from './result.js'
import { wordOnSexChromosome } from './sex-linked.js'

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
