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

export function readClause(vocabulary: Vocabulary, written: Clause, animal: Animal): ClauseReading {
  const clause = withNarrowLabels(written)
  const targets = clause.labels.flatMap((label) => label.targets)
  const loci = [
    ...new Set([...targets.map(({ test }) => test.locus.index), ...lociOfValues(vocabulary, clause)]),
  ]
  const kinds = new Set(clause.words.map(({ kind }) => kind))
  const mayHoldResult =
    clause.values.length > 0 ||
    (clause.labels.some(() => true) &&
      (RESULTS.some((kind) => kinds.has(kind)) ||
        kinds.has('doubt') ||
        clause.unknowns.some(({ isSign }) => isSign) ||
        (clause.links.length > 0 && clause.unknowns.length + clause.lones.length > 0)))
  const unread = (isAboutGene = mayHoldResult): ClauseReading => ({
    results: [],
    unreadLoci: isAboutGene ? loci : [],
    untested: [],
    isUnread: true,
    isAboutGene,
  })
  if (kinds.has('others') || kinds.has('doubt')) return unread()
  // "Sabino 2" is no test that is known, whatever follows.
  if (hasNumberBehindLabel(clause)) return unread(true)
  if (kinds.has('untested')) {
    if (clause.values.length > 0 || clause.unknowns.length > 0) return unread()
    return { results: [], unreadLoci: [], untested: loci, isUnread: true, isAboutGene: false }
  }
  const values = clause.values.map(({ written }) => written)
  const read =
    values.length === 0
      ? readWords(vocabulary, clause, animal)
      : readValues(vocabulary, clause, values, animal)
  if (read === undefined || read.length === 0) return unread()
  const missed = loci.filter((locus) => !read.some((result) => result.locus.index === locus))
  const isMissed = missed.length > 0 && clause.labels.length > 1 && isOfDifferentGenes(clause)
  const hasRest =
    clause.unknowns.length > 0 || clause.lones.some(({ isInBrackets }) => !isInBrackets && values.length > 0)
  return {
    results: read,
    unreadLoci: isMissed ? missed : [],
    untested: [],
    isUnread: hasRest || isMissed,
    isAboutGene: isMissed || clause.unknowns.some(({ isSign }) => isSign),
  }
}

/**
 * Labels beside a more exact one: in "Splashed white SW1" the first means the test of the second.
 */
function withNarrowLabels(clause: Clause): Clause {
  const { labels } = clause
  const variants = labels.flatMap(({ targets }) => targets.filter(({ variant }) => variant !== undefined))
  const sure = labels.flatMap(({ targets }) => {
    const loci = new Set(targets.map(({ test }) => test.locus))
    return loci.size === 1 ? [...loci] : []
  })
  const narrowed = labels.map((label) => {
    const { targets } = label
    if (targets.length < 2) return label
    const byVariant = targets.filter(({ test }) => variants.some((each) => each.test === test))
    const byLocus = targets.filter(({ test }) => sure.includes(test.locus))
    const loci = new Set(targets.map(({ test }) => test.locus))
    const narrow = byVariant.length > 0 ? byVariant : loci.size > 1 && byLocus.length > 0 ? byLocus : targets
    return narrow.length === targets.length ? label : { ...label, targets: narrow }
  })
  return { ...clause, labels: narrowed }
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
  return values.flatMap(({ written }) =>
    meantWithoutLabel(vocabulary, written, true).map(({ test }) => test.locus.index),
  )
}

function hasNumberBehindLabel({ labels, unknowns }: Clause): boolean {
  return unknowns.some(
    ({ text, start }) => /^\d/.test(text) && labels.some(({ end }) => end === start || end + 1 === start),
  )
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
  const each = values.map(
    (written) =>
      readValue(vocabulary, clause, written, animal) ??
      (values.length > 1 ? readValue(vocabulary, { ...clause, labels: [] }, written, animal) : undefined),
  )
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
  if (read.length === 0)
    return jointOf(vocabulary, labels, written, animal) ?? basesOf(vocabulary, labels, written)
  const naming = read.filter(({ meant }) => isNaming(meant))
  const chosen = naming.length > 0 ? naming : read
  const results = chosen.flatMap(({ test, meant }) => {
    const scope = scopesOf(labels, allelesOf(meant)).find((one) => one.test === test)
    return scope === undefined || scope.finds.length === 0 ? [] : [signResult(scope, meant, animal)]
  })
  const byLocus = new Map(results.map((result) => [result.locus, result]))
  // A result that names an allele is of one gene; of two tests for it, the more cautious counts.
  if (naming.length > 0 && byLocus.size > 1) return undefined
  if (naming.length > 0)
    return [results.find(({ question }) => question !== undefined) ?? results[0]].flatMap((one) => one ?? [])
  // Nothing was found: every label says so of its own test, if it means only one.
  if (labels.some(({ targets }) => new Set(targets.map(({ test }) => test.locus)).size > 1)) return undefined
  return combined(results)
}

/** Two variants that different tests find, one of them that of a label. */
function jointOf(
  vocabulary: Vocabulary,
  labels: Clause['labels'],
  written: Written,
  animal: Animal,
): readonly Result[] | undefined {
  const tests = labels.flatMap(({ targets }) => targets.map(({ test }) => test))
  for (const locus of new Set(tests.map((test) => test.locus))) {
    const joint = vocabulary.joint.get(locus)
    const meant = joint && meantBy(vocabulary, joint, written, true)
    if (joint === undefined || meant === undefined) continue
    const finds = allelesOf(meant)
    if (tests.some((test) => test.locus === locus && finds.some((allele) => test.finds.includes(allele))))
      return [signResult({ test: joint, finds }, meant, animal)]
  }
  return undefined
}

/** A pair of bases behind a label. */
function basesOf(
  vocabulary: Vocabulary,
  labels: Clause['labels'],
  written: Written,
): readonly Result[] | undefined {
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

/** The clause's result in words; `none` without one; undefined if its words exclude each other. */
function wordOf({ words, hasComma, labels }: Clause): ResultWord | 'none' | undefined {
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
function withWord(clause: Clause, result: Result, word: ResultWord | 'none', animal: Animal): Result {
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
