/**
 * Reads variants of unknown phase, beside others that were not tested:
 * `["X","Y","unphased","?"]`, or `!Z` in place of `?` for what neither copy has. A variant written twice lies on both copies.
 */
import { completeCopy } from '../../../genetics/locus.js'
import type { CopyPattern, Test } from '../../../inference/question.js'
import type { ModelLocus } from '../../../model/model.js'
import { readCopy } from '../../../model/phenotype/read-alleles.js'
import { UNPHASED } from '../../../rules/notation.js'
import type { CopyFault } from './unknown-alleles.js'

/** More variants have too many arrangements. */
const MAX_VARIANTS = 6

/** Undefined if the list is not marked as unphased. */
export function readUnphased(
  locus: ModelLocus,
  items: readonly unknown[],
): Test['pairs'] | CopyFault | undefined {
  if (!locus.cis || !items.includes(UNPHASED)) return undefined
  const rest = items.filter((item) => item !== UNPHASED)
  const signs = rest.filter((item): item is string => typeof item === 'string' && /[?!|]/.test(item))
  const [sign = ''] = signs
  if (signs.length !== 1 || rest.length !== items.length - 1)
    return { what: `${UNPHASED} is written once, beside one item with a sign: ? or !X` }
  const lacks = sign === '?' ? [] : absentIn(locus, sign)
  if ('what' in lacks) return lacks
  const variants: number[] = []
  for (const item of rest) {
    if (item === sign) continue
    const copy = typeof item === 'string' ? readCopy(locus, item) : undefined
    const [allele] = copy ?? []
    if (allele === undefined || copy?.length !== 1 || allele === locus.wildType)
      return { word: String(item), what: `beside ${UNPHASED} each item is one variant` }
    variants.push(allele)
  }
  const once = [...new Set(variants)].filter(
    (each) => variants.filter((other) => other === each).length === 1,
  )
  const twice = [...new Set(variants)].filter((each) => !once.includes(each))
  if (
    variants.length < 2 ||
    variants.length > MAX_VARIANTS ||
    variants.length > once.length + 2 * twice.length
  )
    return { what: `${UNPHASED} is written beside two to ${MAX_VARIANTS} variants, each at most twice` }
  const wrong = variants.find((allele) => lacks.includes(allele))
  if (wrong !== undefined) return { word: locus.alleles[wrong] ?? '', what: 'it is both named and excluded' }
  return layouts(locus, once, twice, lacks)
}

/** The alleles in `!X&!Y`. */
function absentIn(locus: ModelLocus, text: string): readonly number[] | CopyFault {
  const lacks: number[] = []
  for (const part of text.split('&')) {
    const copy = part.startsWith('!') ? readCopy(locus, part.slice(1)) : undefined
    if (copy?.length !== 1) return { word: part, what: `beside ${UNPHASED} write ? or !X&!Y` }
    lacks.push(...copy)
  }
  return lacks
}

/** One pair for each arrangement. */
function layouts(
  locus: ModelLocus,
  once: readonly number[],
  twice: readonly number[],
  lacks: readonly number[],
): Test['pairs'] {
  const pairs: (readonly [CopyPattern, CopyPattern])[] = []
  for (let bits = 0; bits < 2 ** Math.max(0, once.length - 1); bits++) {
    const isFirst = (i: number): boolean => ((bits >> i) & 1) === 0
    const copy = (isHere: (i: number) => boolean): CopyPattern => {
      const has = completeCopy(
        locus,
        [...twice, ...once.filter((_, i) => isHere(i))].sort((a, b) => a - b),
      )
      const absent = [...lacks, ...once.filter((_, i) => !isHere(i))].filter(
        (allele) => !has.includes(allele),
      )
      return [{ has, lacks: absent, more: true }]
    }
    pairs.push([copy(isFirst), copy((i) => !isFirst(i))])
  }
  return pairs
}
