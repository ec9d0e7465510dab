/**
 * Builds the errors for invalid fields of a request.
 * Guarantees: each error says what was expected; errors in a genotype name the unknown allele or say how to write the genotype.
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

/** An error with the field, its value and the accepted values. */
export function invalidField(field: string, value: unknown, expected: readonly Expected[]): ClientError {
  return faultAt(field, value, `${field} must be ${whatMustBe(value, expected)}`, valuesOf(expected))
}

/** The same with a custom message. */
export function faultAt(
  field: string,
  value: unknown,
  message: string,
  expected: readonly unknown[],
): ClientError {
  return new ClientError('VALIDATION_INVALID_FIELD', message, { field, value: sentValue(value), expected })
}

/** Messages list at most this many accepted words; `details.expected` has all. */
const MAX_WORDS = 12

/** An error for an unknown word. Its message suggests the nearest accepted word or lists a few. */
export function strangeWord(
  field: string,
  message: string,
  expected: readonly string[],
  word: unknown,
  value: unknown = word,
): ClientError {
  const near = typeof word === 'string' ? meantOf(word, expected) : undefined
  const isShort = expected.length > 0 && expected.length <= MAX_WORDS
  const list = isShort ? `; accepted: ${expected.join(', ')}` : ''
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
    return `${words.join(', ')}; ${isTwice ? 'it was encoded as JSON text twice' : jsonFault(value, '{')}`
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

/** The value for `details.value`: what the client sent, or null. */
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
      ? `Unknown gene at ${field}: ${isRequestField(gene) ? `${gene} is a field of the request, not a gene: send it outside ${group}` : unknownGeneHint(model, gene, group)}`
      : `The gene at ${field} belongs in ${elsewhere.group}, not in ${group}: write ${prefix}${elsewhere.group}.${gene}`
  const expected = model.loci.filter((locus) => locus.group === group).map(({ key }) => key)
  return invalidGenes(message, field, value, expected)
}

/** The end of a message that begins with the expected genotype. @param value that is not a genotype of the locus */
function genotypeFault(model: Model, locus: ModelLocus, field: string, value: unknown): string {
  const meant = allelesMeant(locus, value)
  const question = didYouMean(meant && JSON.stringify(meant))
  if (typeof value === 'string' && isUntested(model, value))
    return `; ${quoted(value)} is not an array of alleles: did you mean ["?","?"], which means not tested?`
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
    return '; ?, | and ! stand for unknown alleles, and this operation needs a complete genotype: POST /coats/result, /coats/generateChild and /coats/infer accept them'
  if (strangers.length > 0)
    return `; ${quoted(strangers[0])} is not an allele of it${strangerHint(model, locus, strangers[0])}`
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

/** The same genotype in the brackets of a form, where a JSON array would arrive as text. */
function bracketed(field: string, alleles: readonly string[]): string {
  const [first = '', ...rest] = field.split('.')
  const name = `${first}${rest.map((each) => `[${each}]`).join('')}[]`
  if (alleles.length === 0) return `; in brackets of a form it is ${name} for each allele`
  return ` In brackets of a form: ${alleles.map((each) => `${name}=${encodeURIComponent(each)}`).join('&')}`
}

/** The alleles in one item of the array. */
function namesIn(locus: ModelLocus, text: unknown): readonly unknown[] {
  return locus.cis && typeof text === 'string' ? text.split('+') : [text]
}

function isAllele(locus: ModelLocus, name: unknown): boolean {
  if (typeof name !== 'string') return false
  return locus.spellings.has(name) || locus.sharedSpellings.has(name) || (locus.cis && name === UNPHASED)
}

export const BLANK_FOR_PLUS = 'a form must encode + as %2B, because a plain + means a space'

export function isBlankForPlus(locus: ModelLocus, text: unknown): boolean {
  if (!locus.cis || typeof text !== 'string' || !text.includes(' ')) return false
  const names = text.split(' ').filter((name) => name !== '?')
  return names.length > 0 && names.every((name) => isAllele(locus, name))
}
