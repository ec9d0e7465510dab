/**
 * Reads a gene of which some allele is unknown, and says what is wrong with it.
 * Leaves to others: what one copy may be (unknown-alleles.ts), genes without signs (gene.ts).
 */
import type { Test } from '../../../inference/question.js'
import type { Model, ModelLocus } from '../../../model/model.js'
import { expectedOf } from '../../../model/phenotype/read-alleles.js'
import type { ClientError } from '../../client-error.js'
import { quoted, strangerHint } from '../near-misses.js'
import { BLANK_FOR_PLUS, invalidGenes, isBlankForPlus } from '../refusals.js'
import { ANYTHING, exactly, readCopies, type CopyFault } from './unknown-alleles.js'

/** A gene of which some allele is unknown, and not all. */
export interface PartlyTestedGene {
  readonly kind: 'partlyTested'
  readonly pairs: Test['pairs']
  /** Whether one copy is written, of a locus on the sex chromosome. */
  readonly hasOneCopy: boolean
}

/** Throws ClientError. @param value an array that holds a sign */
export function readPartlyTested(
  model: Model,
  locus: ModelLocus,
  value: unknown,
  field: string,
): PartlyTestedGene {
  const read = readCopies(locus, withoutNoCopy(locus, value as readonly unknown[]))
  if ('what' in read) throw invalidPattern(model, locus, field, value, read)
  const [first = ANYTHING, second] = read
  return {
    kind: 'partlyTested',
    pairs: [[first, second ?? exactly([locus.noCopy ?? 0])]],
    hasOneCopy: second === undefined,
  }
}

/** `["X","Y"]` says no more than `["X"]`. */
function withoutNoCopy({ noCopy, alleles }: ModelLocus, items: readonly unknown[]): readonly unknown[] {
  return noCopy === null || items.length < 2 ? items : items.filter((item) => item !== alleles[noCopy])
}

/** What may be written instead, beside the alleles. */
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

/** Continues a sentence on a word that is no allele of the gene. */
function strangerText(model: Model, locus: ModelLocus, word = ''): string {
  const home = model.loci[locus.borrowed.get(word)?.locus ?? -1]
  if (home !== undefined)
    return `is an allele of ${home.key}: where something is unknown it is written under ${home.group}.${home.key}`
  if (isBlankForPlus(locus, word)) return `is no allele of it; ${BLANK_FOR_PLUS}`
  if (word !== word.trim()) return 'is no allele of it: no blank stands beside |, & and !'
  return `is no allele of it${strangerHint(model, locus, word)}`
}
