/**
 * The word of a clause, and how results agree with it and with each other.
 */
import { meetPairs } from '../copies.js'
import { type Clause, RESULTS } from '../line/clause.js'
import type { Animal, Result, ResultWord } from '../results/result.js'
import { mixedResult, wordResult } from '../results/word-result.js'
import type { WordKind } from '../vocabulary/terms.js'
import { scopesOf } from './labels.js'

/** Results of several tests for one gene as one result. */
export function combined(results: readonly Result[]): readonly Result[] | undefined {
  const byLocus = new Map<Result['locus'], Result>()
  for (const result of results) {
    const known = byLocus.get(result.locus)
    if (known === undefined) {
      byLocus.set(result.locus, result)
      continue
    }
    if (known.question !== undefined || result.question !== undefined) {
      byLocus.set(result.locus, known.question === undefined ? result : known)
      continue
    }
    const met = meetPairs(result.locus, known.facts ?? [known.fact], result.facts ?? [result.fact])
    const [fact] = met ?? []
    if (met === undefined || fact === undefined) return undefined
    byLocus.set(result.locus, { ...known, fact, facts: met })
  }
  return [...byLocus.values()]
}

/** The clause's result in words; `none` without one; undefined if its words exclude each other. */
export function wordOf({ words, hasComma, labels }: Clause): ResultWord | 'none' | undefined {
  const results = words.filter(({ kind }) => RESULTS.includes(kind))
  const kinds = new Set<WordKind>(results.map(({ kind }) => kind))
  const [first, last] = [results[0], results.at(-1)]
  // "No cream detected".
  const isNegated =
    kinds.size === 2 &&
    first?.kind === 'absent' &&
    last?.kind === 'present' &&
    last.afterLabels === labels.length &&
    !hasComma
  if (isNegated) return 'absent'
  if (kinds.has('same')) {
    kinds.delete('present')
    if (kinds.size > 1) return undefined
    return 'same'
  }
  if (kinds.size > 1 && (kinds.has('once') || kinds.has('twice'))) kinds.delete('present')
  const [only] = kinds
  if (kinds.size > 1) return undefined
  return only === undefined ? 'none' : (only as ResultWord)
}

/** Words beside signs must agree with them. */
export function withWord(clause: Clause, result: Result, word: ResultWord | 'none', animal: Animal): Result {
  if (word === 'none') return result
  const scope = scopesOf(clause.labels).find(
    ({ test, finds }) => test.locus === result.locus && finds.length > 0,
  )
  const copies = (result.facts ?? [result.fact])[0]
  const isSame = copies?.[1] !== undefined && copies[0].has.join() === copies[1].has.join()
  if (result.question !== undefined) return result
  // Two equal copies are homozygous, whatever they carry; two different ones are not.
  const isAlike = copies?.[1] === undefined || isSame
  const isWrong = word === 'same' ? !isAlike : word === 'once' && isAlike && copies?.[1] !== undefined
  if (isWrong) return mixedResult(result, result)
  if (word === 'same') return result
  const test = scope?.test
  if (test === undefined || test.notFound === 'ask') {
    const hasFound = copies?.some(({ has }) => has.length > 0) === true
    const isDenied = test === undefined ? (word === 'absent') === hasFound : word === 'twice' && !isAlike
    return isDenied ? mixedResult(result, result) : result
  }
  const worded = wordResult(scope ?? { test, finds: test.finds }, word, animal)
  if (worded === undefined) return result
  const met = meetPairs(result.locus, result.facts ?? [result.fact], worded.facts ?? [worded.fact])
  return met === undefined || met.length > 0 ? result : mixedResult(result, worded)
}
