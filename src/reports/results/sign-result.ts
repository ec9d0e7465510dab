/**
 * A result in signs → what it says of the two copies, or what it leaves to be asked.
 * Guarantees: an ambiguous sign decides no copy; the choices of a question are all that it can mean.
 */
import {
  type CopyFact,
  type PairFact,
  UNKNOWN_COPY,
  UNKNOWN_PAIR,
  copyWith,
  isWithin,
  layoutsOf,
} from '../copies.js'
import type { Meaning } from '../vocabulary/terms.js'
import { absentCopy, besideOr, certainCopy, eitherCopy, pairChoices } from './choices.js'
import {
  type Animal,
  BESIDE,
  type How,
  LISTED,
  NOT_FOUND,
  ONE_SIDE,
  ONE_SIGN,
  type Result,
  type Scope,
  asked,
} from './result.js'
import { onSexChromosome } from './sex-linked.js'
import type { Meant } from './values.js'

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

function isAskedAbsent({ test }: Scope, signs: readonly Meaning[]): boolean {
  return test.notFound === 'ask' && signs.some(({ kind }) => kind === 'absent')
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

function optionsOf(scope: Scope, sign: Meaning, found: number | undefined): readonly CopyFact[] {
  if (sign.kind === 'has' || sign.kind === 'unknown') return [certainCopy(scope, sign)]
  const isOpen = sign.kind !== 'absent' || scope.test.notFound === 'ask'
  return isOpen ? eitherCopy(scope, found) : [absentCopy(scope)]
}

function pairOf(copies: readonly CopyFact[]): PairFact {
  return [copies[0] ?? UNKNOWN_COPY, copies[1] ?? UNKNOWN_COPY]
}

function singleSign(scope: Scope, sign: Meaning, form: Meant['form'], animal: Animal, how: How): Result {
  const { locus, isPresence } = scope.test
  const copy = certainCopy(scope, sign)
  if (form === 'side' && animal.isOneSidedBoth && (sign.kind === 'has' || sign.kind === 'absent'))
    return { locus, fact: [copy, copy], how: 'by_laboratory' }
  if (form === 'lone' && isPresence && sign.kind === 'has' && scope.finds.includes(sign.allele))
    return { locus, fact: [copy, UNKNOWN_COPY], how }
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
