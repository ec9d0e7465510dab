/**
 * What is wrong with the fields of a request, in words for who wrote them.
 * Guarantees: says what would be right; names a text that is no allele, or how genotypes of the locus are written.
 */
import type { BorrowedAllele, Model, ModelLocus } from '../../model/model.js'
import { expectedOf } from '../../model/phenotype/read-alleles.js'
import { ContractError } from '../contract-error.js'
import { isObject, Unusable } from './decode-fields.js'

/** Longer texts stand in the value only. */
const LONGEST_QUOTED = 40

/** A refusal that names the place, what stood there and what may stand there. */
export function invalidField(field: string, value: unknown, expected: readonly unknown[]): ContractError {
  const shown = expected.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ')
  const isUnusable = value instanceof Unusable
  const what = isUnusable ? ` ${value.expected}` : `${expected.length > 1 ? ' one of' : ''}: ${shown}`
  return new ContractError('VALIDATION_INVALID_FIELD', `${field} must be${what}`, {
    field,
    value: sentValue(value),
    expected: isUnusable ? [value.expected] : expected,
  })
}

export function missingField(field: string, message: string, expected: readonly unknown[]): ContractError {
  return new ContractError('VALIDATION_MISSING_FIELD', message, { field, value: null, expected })
}

export function invalidGenes(
  message: string,
  field: string,
  value: unknown,
  expected: readonly unknown[],
): ContractError {
  return new ContractError('VALIDATION_INVALID_GENES', message, { field, value: sentValue(value), expected })
}

/** The value as an error body shows it: what the client sent, or null for nothing. */
function sentValue(value: unknown): unknown {
  return value instanceof Unusable ? value.value : (value ?? null)
}

export function invalidGenotype(locus: ModelLocus, field: string, value: unknown): ContractError {
  const what = `expected a genotype of ${locus.key}${genotypeFault(locus, value)}`
  return invalidGenes(`Invalid genetic combination at ${field}: ${what}`, field, value, expectedOf(locus))
}

export function namedTwice(
  { loci }: Model,
  clash: BorrowedAllele,
  locus: ModelLocus,
  field: string,
  value: unknown,
): ContractError {
  const other = loci[clash.locus]?.key ?? ''
  return invalidGenes(
    `${clash.spelling} is an allele of ${other}, which this genotype names too: write it under ${other} only`,
    field,
    value,
    locus.source.alleles.filter((row) => row.standsFor === undefined).map((row) => row.allele),
  )
}

export function unknownGene(
  { loci }: Model,
  gene: string,
  group: ModelLocus['group'],
  field: string,
  value: unknown,
): ContractError {
  const elsewhere = loci.find((locus) => locus.key === gene)
  const message =
    elsewhere === undefined
      ? `Unknown gene at ${field}`
      : `The gene at ${field} belongs in ${elsewhere.group}, not in ${group}`
  const expected = loci.filter((locus) => locus.group === group).map((locus) => locus.key)
  return invalidGenes(message, field, value, expected)
}

/** Continues a sentence that says what was expected. @param value that was read as no genotype of the locus */
function genotypeFault(locus: ModelLocus, value: unknown): string {
  if (typeof value === 'string') return ', as an array of alleles and not as text'
  if (isObject(value) && Object.keys(value).some((name) => /^\d+$/.test(name)))
    return ', as an array of alleles; the indices of its items go from 0 to 7'
  const texts: readonly unknown[] = Array.isArray(value) ? value : []
  if (texts.some((text) => isBlankForPlus(locus, text)))
    return '; a + is written %2B in a form, where a plain one is a blank'
  const stranger = texts.flatMap((text) => namesIn(locus, text)).find((name) => !isAllele(locus, name))
  if (typeof stranger === 'number' || (typeof stranger === 'string' && stranger.length <= LONGEST_QUOTED))
    return `; ${JSON.stringify(stranger)} is no allele of it`
  if (!locus.cis) return ', as an array of two alleles'
  const wildType = locus.wildType === null ? undefined : locus.alleles[locus.wildType]
  return (
    ', as an array of one or two copies, the different variants of a copy joined by +' +
    (wildType === undefined ? '' : `, or of three to six separate variants without ${wildType}`)
  )
}

/** The alleles that one item of the array names. */
function namesIn(locus: ModelLocus, text: unknown): readonly unknown[] {
  return locus.cis && typeof text === 'string' ? text.split('+') : [text]
}

function isAllele(locus: ModelLocus, name: unknown): boolean {
  return typeof name === 'string' && (locus.spellings.has(name) || locus.borrowed.has(name))
}

function isBlankForPlus(locus: ModelLocus, text: unknown): boolean {
  if (!locus.cis || typeof text !== 'string' || !text.includes(' ')) return false
  return text.split(' ').every((name) => isAllele(locus, name))
}
