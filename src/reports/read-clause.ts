/**
 * One clause → its results, or why it has none.
 * Guarantees: a clause with a word that is not understood never gives a result in words; doubt gives no result at all.
 */
import type { Clause } from './clauses.js'
import { RESULTS } from './clauses.js'
import {
  basesResult,
  mixedResult,
  severalResults,
  signResult,
  wordResult,
  type Animal,
  type Result,
  type Scope,
} from './results.js'
import { meetPairs } from './copies.js'
import { meantBy, meantWithoutLabel, type Meant, type Written } from './values.js'
import type { LabelTarget, ReportTest, Vocabulary, WordKind } from './vocabulary.js'

export interface ClauseReading {
  readonly results: readonly Result[]
  /** Loci that the clause mentions, and of which it gave no result although it may hold one. */
  readonly unreadLoci: readonly number[]
  /** Loci that the clause says were not tested. */
  readonly untested: readonly number[]
  /** Whether the clause, or a part of it, was not understood. */
  readonly isUnread: boolean
  /** Whether what was not understood may hold a result. */
  readonly isAboutGene: boolean
}

type ResultWord = Parameters<typeof wordResult>[1]

export function readClause(vocabulary: Vocabulary, clause: Clause, animal: Animal): ClauseReading {
  const targets = clause.labels.flatMap((label) => label.targets)
  const loci = [...new Set([...targets.map(({ test }) => test.locus.index), ...lociOfValues(vocabulary, clause)])]
  const kinds = new Set(clause.words.map(({ kind }) => kind))
  const mayHoldResult =
    clause.values.length > 0 ||
    clause.labels.some(() => true) &&
      (RESULTS.some((kind) => kinds.has(kind)) ||
        kinds.has('doubt') ||
        clause.unknowns.some(({ isSign }) => isSign) ||
        (clause.links.length > 0 && clause.unknowns.length + clause.lones.length > 0))
  const unread = (isAboutGene = mayHoldResult): ClauseReading => ({
    results: [],
    unreadLoci: isAboutGene ? loci : [],
    untested: [],
    isUnread: true,
    isAboutGene,
  })
  if (kinds.has('others') || kinds.has('doubt')) return unread()
  if (kinds.has('untested')) {
    if (clause.values.length > 0 || clause.unknowns.length > 0) return unread()
    return { results: [], unreadLoci: [], untested: loci, isUnread: true, isAboutGene: false }
  }
  const values = clause.values.map(({ written }) => written)
  const read = values.length === 0 ? readWords(vocabulary, clause, animal) : readValues(vocabulary, clause, values, animal)
  if (read === undefined || read.length === 0) return unread()
  const missed = loci.filter((locus) => !read.some((result) => result.locus.index === locus))
  const isMissed = missed.length > 0 && clause.labels.length > 1 && isOfDifferentGenes(clause)
  const hasRest = clause.unknowns.length > 0 || clause.lones.some(({ isInBrackets }) => !isInBrackets && values.length > 0)
  return {
    results: read,
    unreadLoci: isMissed ? missed : [],
    untested: [],
    isUnread: hasRest || isMissed,
    isAboutGene: isMissed || clause.unknowns.some(({ isSign }) => isSign),
  }
}

/** Whether labels that mean one gene each mean different ones. */
function isOfDifferentGenes({ labels }: Clause): boolean {
  const sure = labels.flatMap(({ targets }) => {
    const loci = new Set(targets.map(({ test }) => test.locus.index))
    return loci.size === 1 ? [...loci] : []
  })
  return new Set(sure).size > 1
}

function lociOfValues(vocabulary: Vocabulary, { values, labels }: Clause): readonly number[] {
  if (labels.length > 0) return []
  return values.flatMap(({ written }) => meantWithoutLabel(vocabulary, written, true).map(({ test }) => test.locus.index))
}

/** The tests of the labels: one of several variants has those that the labels name. */
function scopesOf(labels: Clause['labels'], extra: readonly number[] = []): readonly Scope[] {
  const byTest = new Map<ReportTest, Set<number>>()
  for (const { test, variant } of labels.flatMap(({ targets }): readonly LabelTarget[] => targets)) {
    const finds = byTest.get(test) ?? new Set<number>()
    byTest.set(test, finds)
    if (!test.isEach) test.finds.forEach((allele) => finds.add(allele))
    else if (variant !== undefined) finds.add(variant)
  }
  return [...byTest].map(([test, finds]) => ({
    test,
    finds: [...new Set([...finds, ...(test.isEach ? extra : [])])].sort((a, b) => a - b),
  }))
}

function allelesOf({ first, second }: Meant): readonly number[] {
  return [first, second].flatMap((sign) => (sign?.kind === 'has' ? [sign.allele] : []))
}

function readValues(
  vocabulary: Vocabulary,
  clause: Clause,
  values: readonly Written[],
  animal: Animal,
): readonly Result[] | undefined {
  const each = values.map((written) => readValue(vocabulary, clause, written, animal))
  if (each.some((results) => results === undefined)) return undefined
  const all = each.flatMap((results) => results ?? [])
  if (values.length > 1) {
    const several = severalResults(all)
    return several === undefined ? undefined : [several]
  }
  const word = wordOf(clause)
  if (word === undefined) return undefined
  return all.map((result) => withWord(clause, result, word, animal))
}

function readValue(
  vocabulary: Vocabulary,
  { labels }: Clause,
  written: Written,
  animal: Animal,
): readonly Result[] | undefined {
  if (labels.length === 0) {
    const meant = meantWithoutLabel(vocabulary, written, true)
    const [only] = meant
    if (only === undefined || meant.length > 1) return undefined
    const finds = only.test.isEach ? allelesOf(only) : only.test.finds
    return [signResult({ test: only.test, finds }, only, animal)]
  }
  const read = scopesOf(labels).flatMap(({ test }) => {
    const meant = meantBy(vocabulary, test, written, true)
    return meant === undefined ? [] : [{ test, meant }]
  })
  if (read.length === 0) return basesOf(vocabulary, labels, written)
  const naming = read.filter(({ meant }) => isNaming(meant))
  const chosen = naming.length > 0 ? naming : read
  const results = chosen.flatMap(({ test, meant }) => {
    const scope = scopesOf(labels, allelesOf(meant)).find((one) => one.test === test)
    return scope === undefined || scope.finds.length === 0 ? [] : [signResult(scope, meant, animal)]
  })
  const byLocus = new Map(results.map((result) => [result.locus, result]))
  // A result that names an allele is of one gene; of two tests for it, the more cautious counts.
  if (naming.length > 0 && byLocus.size > 1) return undefined
  if (naming.length > 0) return [results.find(({ question }) => question !== undefined) ?? results[0]].flatMap((one) => one ?? [])
  // Nothing was found: every label says so of its own test, if it means only one.
  if (labels.some(({ targets }) => new Set(targets.map(({ test }) => test.locus)).size > 1)) return undefined
  return combined(results)
}

/** A pair of bases behind a label. */
function basesOf(vocabulary: Vocabulary, labels: Clause['labels'], written: Written): readonly Result[] | undefined {
  const [scope] = scopesOf(labels)
  if (written.form !== 'pair' || !written.signs.every((sign) => vocabulary.bases.has(sign))) return undefined
  return scope === undefined ? undefined : [basesResult(scope)]
}

function isNaming({ first, second }: Meant): boolean {
  return [first.kind, second?.kind].some((kind) => kind === 'has' || kind === 'asked' || kind === 'beside')
}

/** Results of several tests for one gene as one result. */
function combined(results: readonly Result[]): readonly Result[] | undefined {
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

function readWords(vocabulary: Vocabulary, clause: Clause, animal: Animal): readonly Result[] | undefined {
  const { labels, unknowns, isEither } = clause
  if (labels.length === 0) return undefined
  const word = wordOf(clause)
  const lones = clause.lones.filter(({ isInBrackets }) => !isInBrackets)
  if (isEither || word === undefined) return undefined
  if (word === 'none') return readSign(vocabulary, clause, animal)
  if (unknowns.length > 0 || lones.length > 0) return undefined
  const scopes = scopesOf(labels).filter(({ finds }) => finds.length > 0)
  if (labels.some(({ targets }) => new Set(targets.map(({ test }) => test.locus)).size > 1)) return undefined
  if (word !== 'absent' && labels.length > 1 && new Set(scopes.map(({ test }) => test.locus)).size < scopes.length)
    return undefined
  const results = scopes.map((scope) => wordResult(scope, word, animal))
  if (results.length === 0 || results.some((result) => result === undefined)) return undefined
  return combined(results.flatMap((result) => result ?? []))
}

/** A single sign behind a label, or the only variant behind a label of several. */
function readSign(vocabulary: Vocabulary, clause: Clause, animal: Animal): readonly Result[] | undefined {
  const { labels, unknowns, links } = clause
  const lones = clause.lones.filter(({ isInBrackets }) => !isInBrackets)
  const [lone] = lones
  const [unknown] = unknowns
  const lastLabel = labels.at(-1)
  if (lone !== undefined && lones.length === 1 && unknowns.length === 0 && lone.start >= (lastLabel?.end ?? 0))
    return readValue(vocabulary, clause, { form: 'lone', sign: lone.sign }, animal)
  if (unknown !== undefined && unknowns.length === 1 && lones.length === 0 && unknown.text !== '')
    return unknown.start >= (lastLabel?.end ?? 0)
      ? readValue(vocabulary, clause, { form: 'run', text: unknown.text }, animal)
      : undefined
  // "Dominant white: W20": a panel's title has no colon before its variants.
  const variants = labels.flatMap(({ targets }) => targets.filter(({ variant }) => variant !== undefined))
  const [only] = variants
  if (only?.variant === undefined || variants.length !== 1 || labels.length !== 2 || lones.length > 0) return undefined
  if (links.length !== 1 || unknowns.length > 0 || lastLabel?.targets.includes(only) !== true) return undefined
  const scope = { test: only.test, finds: [only.variant] }
  const first = { kind: 'has', allele: only.variant } as const
  return [signResult(scope, { test: only.test, first, second: undefined, form: 'lone', hasOneCopy: false }, animal)]
}

/** The clause's result in words; `none` without one; undefined if its words exclude each other. */
function wordOf({ words, hasComma, labels }: Clause): ResultWord | 'none' | undefined {
  const results = words.filter(({ kind }) => RESULTS.includes(kind))
  const kinds = new Set<WordKind>(results.map(({ kind }) => kind))
  const [first, last] = [results[0], results.at(-1)]
  // "No cream detected".
  const isNegated =
    kinds.size === 2 &&
    first?.kind === 'absent' &&
    first.afterLabels === 0 &&
    last?.kind === 'present' &&
    last.afterLabels === labels.length &&
    !hasComma
  if (isNegated) return 'absent'
  if (kinds.size > 1 && (kinds.has('once') || kinds.has('twice'))) kinds.delete('present')
  const [only] = kinds
  if (kinds.size > 1) return undefined
  return only === undefined ? 'none' : (only as ResultWord)
}

/** Words beside signs must agree with them. */
function withWord(clause: Clause, result: Result, word: ResultWord | 'none', animal: Animal): Result {
  if (word === 'none') return result
  const scope = scopesOf(clause.labels).find(({ test, finds }) => test.locus === result.locus && finds.length > 0)
  const copies = (result.facts ?? [result.fact])[0]
  const isSame = copies?.[1] !== undefined && copies[0].has.join() === copies[1].has.join()
  if (result.question !== undefined) return result
  // Two equal copies are homozygous, whatever they carry; two different ones are not.
  if (word === 'twice' || word === 'once')
    return isSame === (word === 'twice') || copies?.[1] === undefined
      ? result
      : mixedResult(result, { ...result, question: { choices: [], why: '' } })
  const test = scope?.test
  if (test === undefined || test.notFound === 'ask') {
    const hasFound = copies?.some(({ has }) => has.length > 0) === true
    return (word === 'absent') === hasFound && test === undefined ? mixedResult(result, result) : result
  }
  const worded = wordResult(scope ?? { test, finds: test.finds }, word, animal)
  if (worded === undefined) return result
  const met = meetPairs(result.locus, result.facts ?? [result.fact], worded.facts ?? [worded.fact])
  return met === undefined || met.length > 0 ? result : mixedResult(result, worded)
}
