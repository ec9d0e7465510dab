/**
 * What is wrong with the alleles written for one locus, in words for who wrote them.
 * Guarantees: names a text that is no allele; otherwise says how genotypes of the locus are written.
 * Leaves to others: finding that something is wrong (model/phenotype/read-alleles.ts) and telling what would be right (horse.ts).
 */
import type { ModelLocus } from '../../model/model.js'
import { isObject } from './decode-fields.js'

/** Longer texts are told in the value only. */
const LONGEST_TOLD = 40

/** Continues a sentence that says what was expected. @param value that was read as no genotype of the locus */
export function genotypeFault(locus: ModelLocus, value: unknown): string {
  if (typeof value === 'string') return ', as an array of alleles and not as text'
  if (isObject(value) && Object.keys(value).some((name) => /^\d+$/.test(name)))
    return ', as an array of alleles; the indices of its items go from 0 to 7'
  const written: readonly unknown[] = Array.isArray(value) ? value : []
  if (written.some((text) => isBlankForPlus(locus, text)))
    return '; a + is written %2B in a form, where a plain one is a blank'
  const stranger = written.flatMap((text) => namesIn(locus, text)).find((name) => !isAllele(locus, name))
  if (typeof stranger === 'number' || (typeof stranger === 'string' && stranger.length <= LONGEST_TOLD))
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
