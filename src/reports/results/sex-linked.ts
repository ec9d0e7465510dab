/**
 * Results of genes on the X chromosome, of which one sex has one copy.
 * Guarantees: where the sex decides and nobody said it, the result is asked about.
 */
import type { ModelLocus } from '../../model/model.js'
import { type PairFact, UNKNOWN_COPY, UNKNOWN_PAIR, isWithin, pairKey } from '../copies.js'
import { besideOr, certainCopy, pairChoices } from './choices.js'
import {
  type Animal,
  BESIDE,
  type How,
  MALE_PAIR,
  ONE_SIGN,
  type Result,
  type ResultWord,
  type Scope,
  WHICH_SEX,
  asked,
} from './result.js'
import type { Meant } from './values.js'

/** A gene of which one sex has one copy. */
export function onSexChromosome(scope: Scope, meant: Meant, animal: Animal, how: How): Result {
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

export function wordOnSexChromosome(
  locus: ModelLocus,
  word: ResultWord,
  fact: PairFact,
  animal: Animal,
): Result {
  const how = 'by_word'
  const [first] = fact
  if (animal.sex === undefined) {
    if (word === 'twice') return { locus, fact, how }
    return asked(locus, UNKNOWN_PAIR, [[first], fact], WHICH_SEX, how)
  }
  if (animal.sex !== animal.ofOneCopy) return { locus, fact, how }
  return word === 'twice' ? { locus, fact, how, deniesSex: true } : { locus, fact: [first], how }
}
