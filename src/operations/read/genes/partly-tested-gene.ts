/**
 * Reads a gene with an unknown allele and builds the error if it is invalid. unknown-alleles.ts parses each copy.
 */
import type { Test } from '../../../inference/question.js'
import type { Model, ModelLocus } from '../../../model/model.js'
import { expectedOf } from '../../../model/phenotype/read-alleles.js'
import type { ClientError } from '../../client-error.js'
import { quoted, strangerHint } from '../near-misses.js'
import { BLANK_FOR_PLUS, invalidGenes, isBlankForPlus } from '../refusals.js'
import { ANYTHING, exactly, readCopies, type CopyFault } from './unknown-alleles.js'
import { readUnphased } from './unphased-list.js'

/** A gene with an unknown allele that is not entirely untested. */
export interface PartlyTestedGene {
  readonly kind: 'partlyTested'
  readonly pairs: Test['pairs']
  /** Whether a sex-linked locus has one copy. */
  readonly hasOneCopy: boolean
}

/** Throws ClientError. @param value an array with at least one of the signs ?, | and ! */
export function readPartlyTested(
  model: Model,
  locus: ModelLocus,
  value: unknown,
  field: string,
): PartlyTestedGene {
  const unphased = readUnphased(locus, value as readonly unknown[])
  if (unphased !== undefined) {
    if ('what' in unphased) throw invalidPattern(model, locus, field, value, unphased)
    return { kind: 'partlyTested', pairs: unphased, hasOneCopy: false }
  }
  const read = readCopies(locus, withoutNoCopy(locus, value as readonly unknown[]))
  if ('what' in read) throw invalidPattern(model, locus, field, value, read)
  const [first = ANYTHING, second] = read
  return {
    kind: 'partlyTested',
    pairs: [[first, second ?? exactly([locus.noCopy ?? 0])]],
    hasOneCopy: second === undefined,
  }
}

/** Drops the mark for no copy: `["X","Y"]` means the same as `["X"]`. */
function withoutNoCopy({ noCopy, alleles }: ModelLocus, items: readonly unknown[]): readonly unknown[] {
  return noCopy === null || items.length < 2 ? items : items.filter((item) => item !== alleles[noCopy])
}

/** Accepted notations, in addition to the alleles. */
const SIGNS_EXPECTED = ['?', 'X|Y', '!X', '!X&!Y']

function invalidPattern(
  model: Model,
  locus: ModelLocus,
  field: string,
  value: unknown,
  { word, what }: CopyFault,
): ClientError {
  const about =
    what !== ''
      ? `${word === undefined ? '' : `${quoted(word)}: `}${what}`
      : `${quoted(word)} ${strangerText(model, locus, word)}`
  const signs = locus.cis ? [...SIGNS_EXPECTED, 'X+?'] : SIGNS_EXPECTED
  return invalidGenes(
    `Invalid genetic combination at ${field}: expected a genotype of ${locus.key}; ${about}`,
    field,
    value,
    [...expectedOf(locus), ...signs],
  )
}

/** The end of a message about a word that is not an allele of the gene. */
function strangerText(model: Model, locus: ModelLocus, word = ''): string {
  const home = model.loci[locus.sharedSpellings.get(word)?.locus ?? -1]
  if (home !== undefined)
    return `is an allele of ${home.key}: beside an unknown allele, write it under ${home.group}.${home.key}`
  if (isBlankForPlus(locus, word)) return `is not an allele of it; ${BLANK_FOR_PLUS}`
  if (word !== word.trim()) return 'is not an allele of it: write |, & and ! without spaces'
  return `is not an allele of it${strangerHint(model, locus, word)}`
}
