/**
 * Parses the notation of unknown alleles, such as `?`, `E|ea`, `!Cr`, `!X&!Y`, `DW20+?`, into copy patterns.
 * partly-tested-gene.ts turns the faults into errors.
 */
import { completeCopy, type Copy } from '../../../genetics/locus.js'
import type { CopyPattern, CopyTerm } from '../../../inference/question.js'
import type { ModelLocus } from '../../../model/model.js'
import { readCopy } from '../../../model/phenotype/read-alleles.js'
import { UNPHASED } from '../../../rules/notation.js'

export const ANYTHING: CopyPattern = [{ has: [], lacks: [], more: true }]

/** Whether a gene's value contains one of the signs ?, | and !. No allele's spelling does. */
export function holdsSign(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'string' && /[?|!]/.test(item))
}

/** Whether both alleles are unknown: `["?","?"]`. */
export function isUntested(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((item) => item === '?')
}

/** The pattern that matches only this copy. */
export function exactly(copy: Copy): CopyPattern {
  return [{ has: copy, lacks: [], more: false }]
}

/** Why the value is invalid. */
export interface CopyFault {
  /** The word at fault, if it is a single one. */
  readonly word?: string
  /** The reason; empty if the word is not an allele. */
  readonly what: string
}

/** One pattern per item, or the first fault. */
export function readCopies(locus: ModelLocus, items: readonly unknown[]): readonly CopyPattern[] | CopyFault {
  const isOne = locus.noCopy !== null && items.length === 1
  if (items.length !== 2 && !isOne) {
    const what = `with an unknown allele, write both copies: two items${locus.noCopy === null ? '' : ', or one item for a single copy'}`
    return { what: items.includes(UNPHASED) || items.length > 2 ? `${what}, and no unphased list` : what }
  }
  const patterns: CopyPattern[] = []
  for (const item of items) {
    if (typeof item !== 'string') return { what: 'each item is a text' }
    const read = readPattern(locus, item)
    if ('what' in read) return read
    patterns.push(read)
  }
  return patterns
}

function readPattern(locus: ModelLocus, text: string): CopyPattern | CopyFault {
  const terms: CopyTerm[] = []
  for (const part of text.split('|')) {
    const term = readTerm(locus, part)
    if ('what' in term) return term
    terms.push(term)
  }
  return terms
}

/** One alternative: `?` or a copy, with excluded alleles. */
function readTerm(locus: ModelLocus, text: string): CopyTerm | CopyFault {
  const parts = text.split('&')
  const absent = parts.filter((part) => part.startsWith('!')).map((part) => part.slice(1))
  const present = parts.filter((part) => !part.startsWith('!'))
  if (present.length > 1) return { word: text, what: '& only combines excluded alleles, as in !X&!Y' }
  const lacks: number[] = []
  for (const word of absent) {
    const copy = readCopy(locus, word)
    if (copy?.length !== 1 || copy[0] === locus.noCopy) return strange(word)
    lacks.push(...copy)
  }
  const [named] = present
  if (named === undefined || named === '?') return { has: [], lacks, more: true }
  const more = named.endsWith('+?')
  if (more && !locus.cis)
    return { word: named, what: `a copy of ${locus.key} carries one allele, so + has no meaning` }
  const word = more ? named.slice(0, -2) : named
  const copy = readCopy(locus, word)
  if (copy === undefined) return strange(word)
  if (more && copy.some((allele) => allele === locus.wildType))
    return { word: named, what: 'the wild type is the absence of variants, so nothing can be added to it' }
  const has = completeCopy(locus, copy)
  if (has.some((allele) => lacks.includes(allele)))
    return { word: text, what: 'it includes and excludes the same allele' }
  return { has, lacks, more }
}

/** The word is not an allele. The caller adds a suggestion. */
function strange(word: string): CopyFault {
  return { word, what: '' }
}
