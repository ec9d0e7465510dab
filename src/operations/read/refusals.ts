/**
 * What is wrong with the fields of a request, in words for who wrote them.
 * Guarantees: says what would be right; names a text that is no allele, or how genotypes of the locus are written.
 */
import type { SharedAllele, Model, ModelLocus } from '../../model/model.js'
import { expectedOf } from '../../model/phenotype/read-alleles.js'
import { nearest } from '../../common/nearest.js'
import { UNPHASED } from '../../rules/notation.js'
import { ClientError } from '../client-error.js'
import { valuesOf, wordsOf, type Expected } from './accepted.js'
import { fromJsonText, isObject, NotJson, Unusable } from './decode-fields.js'
import { isRequestField, synonymOf } from './known-fields.js'
import { jsonFault } from '../../common/json-fault.js'
import {
  allelesMeant,
  didYouMean,
  isUntested,
  quoted,
  strangerHint,
  such,
  unknownGeneHint,
} from './near-misses.js'

/** A refusal that names the place, what stood there and what may stand there. */
export function invalidField(field: string, value: unknown, expected: readonly Expected[]): ClientError {
  return faultAt(field, value, `${field} must be ${whatMustBe(value, expected)}`, valuesOf(expected))
}

/** The same in words of its own. */
export function faultAt(
  field: string,
  value: unknown,
  message: string,
  expected: readonly unknown[],
): ClientError {
  return new ClientError('VALIDATION_INVALID_FIELD', message, { field, value: sentValue(value), expected })
}

/** More words than this stand in `expected` alone. */
const MAX_WORDS = 12

/** The same of a word that is none of those expected: the nearest one is told, or all, where these are few. */
export function strangeWord(
  field: string,
  message: string,
  expected: readonly string[],
  word: unknown,
  value: unknown = word,
): ClientError {
  const near = typeof word === 'string' ? meantOf(word, expected) : undefined
  const isShort = expected.length > 0 && expected.length <= MAX_WORDS
  const list = isShort ? `; there ${expected.length === 1 ? 'is' : 'are'} ${expected.join(', ')}` : ''
  return faultAt(field, value, `${message}${didYouMean(near, list)}`, expected)
}

/** The expected word that was most likely meant. */
function meantOf(word: string, expected: readonly string[]): string | undefined {
  const synonym = synonymOf(word)
  return expected.find((each) => each === synonym) ?? nearest(word, expected)
}

function whatMustBe(value: unknown, expected: readonly Expected[]): string {
  const words = expected.map(wordsOf)
  if (value instanceof NotJson) {
    const opening = words[0]?.startsWith('an array') === true ? '[' : '{'
    return `JSON text${words.map((each) => ` of ${each}`).join('')}: ${jsonFault(value.text, opening)}`
  }
  if (value instanceof Unusable) return value.expected
  if (typeof value === 'string' && value.startsWith('{')) {
    const isTwice = isObject(fromJsonText(value))
    return `${words.join(', ')}; ${isTwice ? 'it was turned into JSON text twice' : jsonFault(value, '{')}`
  }
  const near = typeof value === 'string' ? nearest(value, words) : undefined
  return `${words.length > 1 ? 'one of: ' : ''}${words.join(', ')}; ${quoted(value)} was sent${didYouMean(near)}`
}

export function missingField(field: string, message: string, expected: readonly unknown[]): ClientError {
  return new ClientError('VALIDATION_MISSING_FIELD', message, { field, value: null, expected })
}

export function invalidGenes(
  message: string,
  field: string,
  value: unknown,
  expected: readonly unknown[],
): ClientError {
  return new ClientError('VALIDATION_INVALID_GENES', message, { field, value: sentValue(value), expected })
}

/** The value as an error body shows it: what the client sent, or null for nothing. */
function sentValue(value: unknown): unknown {
  return value instanceof Unusable ? value.value : (value ?? null)
}

export function invalidGenotype(model: Model, locus: ModelLocus, field: string, value: unknown): ClientError {
  const what = `expected a genotype of ${locus.key}${genotypeFault(model, locus, field, value)}`
  return invalidGenes(`Invalid genetic combination at ${field}: ${what}`, field, value, expectedOf(locus))
}

export function namedTwice(
  { loci }: Model,
  clash: SharedAllele,
  locus: ModelLocus,
  field: string,
  value: unknown,
): ClientError {
  const other = loci[clash.locus]?.key ?? ''
  return invalidGenes(
    `${clash.spelling} is an allele of ${other}, which this genotype names too: write it under ${other} only`,
    field,
    value,
    locus.source.alleles.filter((row) => row.standsFor === undefined).map((row) => row.allele),
  )
}

export function unknownGene(
  model: Model,
  gene: string,
  group: ModelLocus['group'],
  field: string,
  value: unknown,
): ClientError {
  const prefix = field.slice(0, -`${group}.${gene}`.length)
  const elsewhere = model.loci.find((locus) => locus.key === gene)
  const message =
    elsewhere === undefined
      ? `Unknown gene at ${field}: ${isRequestField(gene) ? `${gene} is a field of the request, not a gene: send it outside of ${group}` : unknownGeneHint(model, gene, group)}`
      : `The gene at ${field} belongs in ${elsewhere.group}, not in ${group}: write ${prefix}${elsewhere.group}.${gene}`
  const expected = model.loci.filter((locus) => locus.group === group).map(({ key }) => key)
  return invalidGenes(message, field, value, expected)
}

/** Continues a sentence that says what was expected. @param value that was read as no genotype of the locus */
function genotypeFault(model: Model, locus: ModelLocus, field: string, value: unknown): string {
  const meant = allelesMeant(locus, value)
  const question = didYouMean(meant && JSON.stringify(meant))
  if (typeof value === 'string' && isUntested(model, value))
    return `; ${quoted(value)} is no array of alleles: did you mean ["?","?"], which says that it was not tested?`
  if (typeof value === 'string')
    return `, as an array of alleles and not as text${question}${bracketed(field, meant ?? [])}`
  if (isObject(value) && Object.keys(value).some((name) => /^\d+$/.test(name))) {
    const isBeyond = Object.keys(value).some((name) => !/^[0-7]$/.test(name))
    return isBeyond
      ? ', as an array of alleles; the indices of its items go from 0 to 7'
      : `, as an array of alleles and not as an object with numbers for keys, as PHP writes an array with gaps: call array_values first${question}`
  }
  if (!Array.isArray(value))
    return `, as an array of alleles${meant === undefined ? such(locus) : ''} and not as ${quoted(value)}${question}`
  const texts: readonly unknown[] = value
  if (texts.some((text) => isBlankForPlus(locus, text))) return `; ${BLANK_FOR_PLUS}`
  if (meant !== undefined) return `, each allele as an item of its own${question}`
  const strangers = texts.flatMap((text) => namesIn(locus, text)).filter((name) => !isAllele(locus, name))
  if (strangers.some((name) => typeof name === 'string' && /[?|!]/.test(name)))
    return '; the signs ?, | and ! say that something is not known, and here all of it must be: POST /coats/result, /coats/generateChild and /coats/infer take them'
  if (strangers.length > 0)
    return `; ${quoted(strangers[0])} is no allele of it${strangerHint(model, locus, strangers[0])}`
  if (!locus.cis)
    return `, as an array of two alleles; ${texts.length} ${texts.length === 1 ? 'was' : 'were'} sent`
  const wildType = locus.wildType === null ? undefined : locus.alleles[locus.wildType]
  if (texts.includes(UNPHASED))
    return `; ${UNPHASED} is written once, beside two to six separate variants${wildType === undefined ? '' : ` without ${wildType}`}`
  return (
    ', as an array of one or two copies, the different variants of a copy joined by +' +
    (wildType === undefined ? '' : `, or of three to six separate variants without ${wildType}`)
  )
}

/** The same as the brackets of a form, where an array in JSON would be text again. */
function bracketed(field: string, alleles: readonly string[]): string {
  const [first = '', ...rest] = field.split('.')
  const name = `${first}${rest.map((each) => `[${each}]`).join('')}[]`
  if (alleles.length === 0) return `; in brackets of a form it is ${name} for each allele`
  return ` In brackets of a form: ${alleles.map((each) => `${name}=${encodeURIComponent(each)}`).join('&')}`
}

/** The alleles that one item of the array names. */
function namesIn(locus: ModelLocus, text: unknown): readonly unknown[] {
  return locus.cis && typeof text === 'string' ? text.split('+') : [text]
}

function isAllele(locus: ModelLocus, name: unknown): boolean {
  if (typeof name !== 'string') return false
  return locus.spellings.has(name) || locus.borrowed.has(name) || (locus.cis && name === UNPHASED)
}

export const BLANK_FOR_PLUS = 'a + is written %2B in a form, where a plain one is a blank'

export function isBlankForPlus(locus: ModelLocus, text: unknown): boolean {
  if (!locus.cis || typeof text !== 'string' || !text.includes(' ')) return false
  const names = text.split(' ').filter((name) => name !== '?')
  return names.length > 0 && names.every((name) => isAllele(locus, name))
}
