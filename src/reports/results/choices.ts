/**
 * Copies and pairs that a sign, or the lack of one, can mean.
 */
import { type CopyFact, type PairFact, UNKNOWN_COPY, copyWith, copyWithout } from '../copies.js'
import type { Meaning } from '../vocabulary/terms.js'
import { BESIDE, type Scope } from './result.js'

export function besideOr(sign: Meaning, other: Meaning): Exclude<Meaning, { readonly kind: 'beside' }> {
  if (sign.kind !== 'beside') return sign
  return other.kind === 'has' ? { kind: 'absent' } : { kind: 'asked', why: BESIDE }
}

export function absentCopy({ test: { notFound }, finds }: Scope): CopyFact {
  return typeof notFound === 'number'
    ? copyWith(notFound)
    : notFound === 'ask'
      ? UNKNOWN_COPY
      : copyWithout(finds)
}

export function certainCopy(scope: Scope, sign: Meaning): CopyFact {
  if (sign.kind === 'has') return foundCopy(scope, sign.allele)
  return sign.kind === 'absent' ? absentCopy(scope) : UNKNOWN_COPY
}

/** A copy with the allele; where one copy can have several, without the others that the result speaks of. */
function foundCopy({ test, finds }: Scope, allele: number): CopyFact {
  return test.locus.cis ? { has: [allele], lacks: finds.filter((each) => each !== allele) } : copyWith(allele)
}

/** What an open copy can be. */
export function eitherCopy(scope: Scope, sign?: number): readonly CopyFact[] {
  const found = sign === undefined || sign === scope.test.notFound ? scope.finds[0] : sign
  if (scope.test.notFound === 'ask') return scope.finds.map((allele) => copyWith(allele))
  return [absentCopy(scope), ...(found === undefined ? [] : [copyWith(found)])]
}

/** Both copies alike, and one of each. */
export function pairChoices(scope: Scope, found?: number): readonly PairFact[] {
  const [a, b] = eitherCopy(scope, found)
  if (a === undefined || b === undefined) return []
  return [
    [b, b],
    [a, b],
    [a, a],
  ]
}
