/**
 * Unknown alleles: reads the pair of a locus that holds signs, such as `?`, `E|ea`, `!Cr`, `!X&!Y`, `DW20+?`.
 * Guarantees: patterns of both copies, or the words that are none; nothing is guessed.
 * Leaves to others: pairs without signs (model/phenotype/read-alleles.ts), faults in the client's words (partly-tested-gene.ts).
 */
import { completeCopy, type Copy } from '../../../genetics/locus.js'
import type { CopyPattern, CopyTerm } from '../../../inference/question.js'
import type { ModelLocus } from '../../../model/model.js'
import { readCopy } from '../../../model/phenotype/read-alleles.js'
import { UNPHASED } from '../../../rules/notation.js'

export const ANYTHING: CopyPattern = [{ has: [], lacks: [], more: true }]

/** Whether what is written under one gene holds a sign. No allele's spelling has one of them. */
export function holdsSign(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'string' && /[?|!]/.test(item))
}

/** Not tested at all. */
export function isUntested(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((item) => item === '?')
}

/** This copy and nothing else. */
export function exactly(copy: Copy): CopyPattern {
  return [{ has: copy, lacks: [], more: false }]
}

/** Why a text or a list is no pair with unknowns. */
export interface CopyFault {
  /** The word at fault, where it is one. */
  readonly word?: string
  readonly what: string
}

/** One pattern for each item of the list. @returns the first fault, if there is one */
export function readCopies(locus: ModelLocus, items: readonly unknown[]): readonly CopyPattern[] | CopyFault {
  const isOne = locus.noCopy !== null && items.length === 1
  if (items.length !== 2 && !isOne) {
    const what = `where something is unknown, write both copies: two items${locus.noCopy === null ? '' : ', or one for an only copy'}`
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

/** `?`, or what is there, and what is not. */
function readTerm(locus: ModelLocus, text: string): CopyTerm | CopyFault {
  const parts = text.split('&')
  const absent = parts.filter((part) => part.startsWith('!')).map((part) => part.slice(1))
  const present = parts.filter((part) => !part.startsWith('!'))
  if (present.length > 1) return { word: text, what: '& only joins what is not there, as in !X&!Y' }
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
    return { word: named, what: `one copy of ${locus.key} carries one allele: + has no meaning there` }
  const word = more ? named.slice(0, -2) : named
  const copy = readCopy(locus, word)
  if (copy === undefined) return strange(word)
  if (more && copy.some((allele) => allele === locus.wildType))
    return { word: named, what: 'the wild type is the absence of variants, so nothing stands beside it' }
  const has = completeCopy(locus, copy)
  if (has.some((allele) => lacks.includes(allele)))
    return { word: text, what: 'it says that one allele is there and is not' }
  return { has, lacks, more }
}

/** No allele. What it may be others tell better. */
function strange(word: string): CopyFault {
  return { word, what: '' }
}
