/**
 * The results of a clause in words, or in a single sign.
 */
import { meetPairs } from '../copies.js'
import type { Clause } from '../line/clause.js'
import type { Animal, Result, ResultWord } from '../results/result.js'
import { mixedResult, wordResult } from '../results/word-result.js'
import type { Vocabulary } from '../vocabulary/terms.js'
import { scopesOf } from './labels.js'
import { readValue } from './read-values.js'
import { combined, wordOf } from './word-of.js'

export function readWords(
  vocabulary: Vocabulary,
  clause: Clause,
  animal: Animal,
): readonly Result[] | undefined {
  const { labels, isEither } = clause
  if (labels.length === 0) return undefined
  const word = wordOf(clause)
  const lones = clause.lones.filter(({ isInBrackets }) => !isInBrackets)
  const unknowns = unknownsBehind(clause)
  if (isEither || word === undefined) return undefined
  if (word === 'none') return readSign(vocabulary, clause, animal)
  const scopes = scopesOf(labels).filter(({ finds }) => finds.length > 0)
  if (lones.length === 1 && unknowns.length === 0 && scopes.length === 1)
    return signWithWord(vocabulary, clause, word, animal)
  const isAskedAnyway = scopes.every(({ test }) => test.notFound === 'ask') && word !== 'once'
  if ((unknowns.length > 0 && !isAskedAnyway) || lones.length > 0) return undefined
  if (labels.some(({ targets }) => new Set(targets.map(({ test }) => test.locus)).size > 1)) return undefined
  if (
    word !== 'absent' &&
    labels.length > 1 &&
    new Set(scopes.map(({ test }) => test.locus)).size < scopes.length
  )
    return undefined
  const results = scopes.map((scope) => wordResult(scope, word, animal))
  if (results.length === 0 || results.some((result) => result === undefined)) return undefined
  return combined(results.flatMap((result) => result ?? []))
}

/** What is not understood, but for numbers of the test before its label. */
function unknownsBehind({ labels, unknowns }: Clause): Clause['unknowns'] {
  const first = labels[0]?.start ?? 0
  return unknowns.filter(({ text, start }) => start > first || !/\d/.test(text))
}

/** "E (no red factor detected)": the words decide what one sign leaves open. */
function signWithWord(
  vocabulary: Vocabulary,
  clause: Clause,
  word: ResultWord,
  animal: Animal,
): readonly Result[] | undefined {
  const [sign] = readSign(vocabulary, clause, animal) ?? []
  const [scope] = scopesOf(clause.labels)
  const worded = scope && wordResult(scope, word, animal)
  if (sign === undefined || worded === undefined) return undefined
  const met = meetPairs(sign.locus, [sign.fact], worded.facts ?? [worded.fact])
  if (met?.length === 0) return [mixedResult(sign, worded)]
  return [worded.question === undefined ? worded : sign]
}

/** A single sign behind a label, or the only variant behind a label of several. */
function readSign(vocabulary: Vocabulary, clause: Clause, animal: Animal): readonly Result[] | undefined {
  const { labels, links } = clause
  const unknowns = unknownsBehind(clause)
  const lones = clause.lones.filter(({ isInBrackets }) => !isInBrackets)
  const [lone] = lones
  const [unknown] = unknowns
  const lastLabel = labels.at(-1)
  if (
    lone !== undefined &&
    lones.length === 1 &&
    unknowns.length === 0 &&
    lone.start >= (labels[0]?.end ?? 0)
  )
    return readValue(vocabulary, clause, { form: 'lone', sign: lone.sign }, animal)
  if (unknown !== undefined && unknowns.length === 1 && lones.length === 0 && unknown.text !== '')
    return unknown.start >= (lastLabel?.end ?? 0)
      ? readValue(vocabulary, clause, { form: 'run', text: unknown.text }, animal)
      : undefined
  // "Dominant white: W20" has a result; a panel's title has no colon before its variants.
  if (labels.length < 2 || links.length !== 1 || lones.length > 0 || unknowns.length > 0) return undefined
  const before = labels.slice(0, -1)
  const isSame = lastLabel?.targets.some(({ test }) =>
    before.some(({ targets }) => targets.some((each) => each.test === test)),
  )
  if (lastLabel?.sign === undefined || isSame !== true) return undefined
  return readValue(vocabulary, { ...clause, labels: before }, { form: 'lone', sign: lastLabel.sign }, animal)
}
