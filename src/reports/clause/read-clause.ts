/**
 * One clause → its results, or why it has none.
 * Guarantees: a clause with a word that is not understood never gives a result in words; doubt gives no result at all.
 */
import { type Clause, MAX_VALUES, RESULTS } from '../line/clause.js'
import { meantWithoutLabel } from '../results/named-values.js'
import type { Animal, Result } from '../results/result.js'
import type { Vocabulary } from '../vocabulary/terms.js'
import { hasNumberBehindLabel, withNarrowLabels } from './labels.js'
import { readValues } from './read-values.js'
import { readWords } from './read-words.js'

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
  if (values.length > MAX_VALUES) return unread()
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
