/**
 * What a request says of one gene of an animal, known, partly known or untested, as a fact of a question.
 * Guarantees: what holds no sign is read as everywhere else, with the same faults; two copies always, of which one stands for
 * the other sex chromosome where an animal has one copy.
 */
import type { Pair } from '../../../genetics/genotype.js'
import type { Copy } from '../../../genetics/locus.js'
import type { CopyPattern, Test } from '../../../inference/question.js'
import type { BorrowedAllele, Model, ModelLocus } from '../../../model/model.js'
import { expectedOf, readAlleles } from '../../../model/phenotype/read-alleles.js'
import type { ContractError } from '../../contract-error.js'
import { quoted, strangerHint } from '../near-misses.js'
import { BLANK_FOR_PLUS, invalidGenes, invalidGenotype, isBlankForPlus } from '../refusals.js'
import { ANYTHING, readCopies, type CopyFault } from './read-copies.js'
import { holdsSign, isUntested } from './is-open.js'

export interface OpenGene {
  /** Undefined where it says nothing. */
  readonly test: Test | undefined
  /** Of a locus on the sex chromosome: whether one copy is written. */
  readonly hasOne: boolean
  /** Whether what is written tells the sex; also where nothing is known, so that nobody is asked for it. */
  readonly isTold: boolean
  readonly borrowed: readonly BorrowedAllele[]
  /** Variants put on one copy since they are never seen apart. */
  readonly joined: readonly string[]
}

/** Throws ContractError. */
export function readOpenGene(model: Model, locus: ModelLocus, value: unknown, field: string): OpenGene {
  if (isUntested(value)) return { test: undefined, hasOne: false, isTold: true, borrowed: [], joined: [] }
  if (!holdsSign(value)) return readKnown(model, locus, value, field)
  const items = withoutNoCopy(locus, value as readonly unknown[])
  const read = readCopies(locus, items)
  if ('what' in read) throw invalidOpen(model, locus, field, value, read)
  const [first = ANYTHING, second] = read
  const pair = [first, second ?? only(locus.noCopy ?? 0)] as const
  return {
    test: { field, text: JSON.stringify(value), pairs: [pair] },
    hasOne: second === undefined,
    isTold: true,
    borrowed: [],
    joined: [],
  }
}

/** `["X","Y"]` says no more than `["X"]`. */
function withoutNoCopy({ noCopy, alleles }: ModelLocus, items: readonly unknown[]): readonly unknown[] {
  return noCopy === null || items.length < 2 ? items : items.filter((item) => item !== alleles[noCopy])
}

function readKnown(model: Model, locus: ModelLocus, value: unknown, field: string): OpenGene {
  const read = readAlleles(locus, value)
  if (read === undefined) throw invalidGenotype(model, locus, field, value)
  const { layouts, borrowed, joined } = read
  const hasOne = layouts.some((pair) => pair.some(([allele]) => allele === locus.noCopy))
  return {
    test: { field, text: JSON.stringify(value), pairs: layouts.map(patternsOf) },
    hasOne,
    isTold: hasOne || new Set((layouts[0] ?? []).map(String)).size > 1,
    borrowed,
    joined,
  }
}

/** Exactly these two copies. */
export function patternsOf([first, second]: Pair): readonly [CopyPattern, CopyPattern] {
  return [exactly(first), exactly(second)]
}

function exactly(copy: Copy): CopyPattern {
  return [{ has: copy, lacks: [], more: false }]
}

function only(allele: number): CopyPattern {
  return exactly([allele])
}

/** How the text of such a test begins. */
export const LEFT_OUT = 'left out, which means '

/**
 * That a gene was left out, which the contract reads as its wild type.
 * @param copies that the animal has of a locus on the sex chromosome; undefined where it has parents that tell it
 */
export function leftOut(locus: ModelLocus, field: string, copies: 1 | 2 | undefined): Test | undefined {
  const { wildType, noCopy, alleles } = locus
  if (wildType === null) return undefined
  const text = `${LEFT_OUT}${alleles[wildType] ?? ''}`
  return { field, text, pairs: pairsOf(only(wildType), noCopy, copies) }
}

/** That nothing is known of a gene. */
export function untested({ noCopy }: ModelLocus, field: string, copies: 1 | 2 | undefined): Test {
  return { field, text: 'not tested', pairs: pairsOf(ANYTHING, noCopy, copies) }
}

/** Two copies alike, or of a locus on the sex chromosome perhaps an only one. */
function pairsOf(copy: CopyPattern, noCopy: number | null, copies: 1 | 2 | undefined): Test['pairs'] {
  const both = [copy, copy] as const
  if (noCopy === null || copies === 2) return [both]
  const one = [copy, only(noCopy)] as const
  return copies === 1 ? [one] : [both, one]
}

/** Continues a sentence on a word that is no allele of the gene. */
function strangerTold(model: Model, locus: ModelLocus, word = ''): string {
  const home = model.loci[locus.borrowed.get(word)?.locus ?? -1]
  if (home !== undefined)
    return `is an allele of ${home.key}: where something is unknown it is written under ${home.group}.${home.key}`
  if (isBlankForPlus(locus, word)) return `is no allele of it; ${BLANK_FOR_PLUS}`
  if (word !== word.trim()) return 'is no allele of it: no blank stands beside |, & and !'
  return `is no allele of it${strangerHint(model, locus, word)}`
}

/** What may be written instead, beside the alleles. */
const SIGNS_EXPECTED = ['?', 'X|Y', '!X', '!X&!Y']

function invalidOpen(
  model: Model,
  locus: ModelLocus,
  field: string,
  value: unknown,
  { word, what }: CopyFault,
): ContractError {
  const about =
    what !== ''
      ? `${word === undefined ? '' : `${quoted(word)}: `}${what}`
      : `${quoted(word)} ${strangerTold(model, locus, word)}`
  const signs = locus.cis ? [...SIGNS_EXPECTED, 'X+?'] : SIGNS_EXPECTED
  return invalidGenes(
    `Invalid genetic combination at ${field}: expected a genotype of ${locus.key}; ${about}`,
    field,
    value,
    [...expectedOf(locus), ...signs],
  )
}
