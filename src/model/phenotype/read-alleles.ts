/**
 * Reads what a client wrote for one locus: an array of alleles, in any accepted spelling and order.
 * Guarantees: a genotype, or undefined for what the locus does not accept; nothing is guessed.
 */
import { layoutsOf, pairOf, type Pair } from '../../genetics/genotype.js'
import type { Copy } from '../../genetics/locus.js'
import { UNPHASED } from '../../rules/notation.js'
import type { BorrowedAllele, ModelLocus } from '../model.js'

/** The longest unphased list: 2^5 layouts. */
const LONGEST_LIST = 6
/** A locus with more accepted pairs than this lists its alleles instead. */
const MOST_PAIRS_LISTED = 20

export interface ReadAlleles {
  readonly layouts: readonly Pair[]
  /** Whether it was written as an unphased list, and is echoed as one. */
  readonly asList: boolean
  /** Alleles of another locus that were written here; at most two, all of one locus. */
  readonly borrowed: readonly BorrowedAllele[]
}

/** Undefined when the value is not a genotype of this locus. */
export function readAlleles(locus: ModelLocus, value: unknown): ReadAlleles | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts: readonly unknown[] = value
  if (!texts.every((text) => typeof text === 'string')) return undefined
  const named = locus.cis ? texts.filter((text) => text !== UNPHASED) : texts
  const isUnphased = named.length < texts.length
  // Once, and behind or between at least two variants: of one alone there is nothing to be unknown.
  if (isUnphased && (named.length < 2 || named.length < texts.length - 1)) return undefined
  const borrowed = named.flatMap((text) => locus.borrowed.get(text) ?? [])
  if (borrowed.length > 2) return undefined
  const own = named.filter((text) => !locus.borrowed.has(text))
  const isList = isUnphased || own.length > 2
  const layouts = isList ? readList(locus, own) : readOwn(locus, own, borrowed.length > 0)
  if (layouts === undefined) return undefined
  return { layouts, asList: own.length > 2 || layouts.length > 1, borrowed }
}

/** What `details.expected` lists: every accepted pair, or every allele where pairs are too many. */
export function expectedOf(locus: ModelLocus): readonly unknown[] {
  const names = [...new Set([...locus.alleles, ...[...locus.borrowed.values()].map((each) => each.spelling)])]
  if ((names.length * (names.length + 1)) / 2 > MOST_PAIRS_LISTED) return canonicalSpellings(locus)
  const pairs = names.flatMap((a, i) => names.slice(i).map((b) => [a, b]))
  if (!locus.compact || locus.wildType === null) return pairs
  const wild = locus.alleles[locus.wildType]
  return pairs.map((pair) =>
    pair.every((name) => name === wild) ? [wild] : pair.filter((name) => name !== wild),
  )
}

/** Canonical spellings in file order, other loci's alleles included. */
export function canonicalSpellings(locus: ModelLocus): readonly string[] {
  return locus.source.alleles.map((row) => row.allele)
}

function readOwn(
  locus: ModelLocus,
  texts: readonly string[],
  besideBorrowed: boolean,
): readonly Pair[] | undefined {
  const { wildType } = locus
  const copies = texts.map((text) => readCopy(locus, text))
  if (!copies.every((copy) => copy !== undefined)) return undefined
  const [first, second] = copies
  if (first !== undefined && second !== undefined) return [pairOf(first, second)]
  // One array element, or none once the other locus's alleles are taken out: the rest is wild type.
  if (!locus.compact || wildType === null || (first === undefined && !besideBorrowed)) return undefined
  return [pairOf(first ?? [wildType], [wildType])]
}

/** One chromosome copy: an allele, or where `cis`, different variants joined by `+`. */
function readCopy(locus: ModelLocus, text: string): Copy | undefined {
  const names = locus.cis ? text.split('+') : [text]
  const alleles = names.map((name) => locus.spellings.get(name))
  if (!alleles.every((allele) => allele !== undefined)) return undefined
  if (alleles.length === 1) return alleles
  if (alleles.some((allele) => allele === locus.wildType) || new Set(alleles).size < alleles.length)
    return undefined
  return alleles.sort((a, b) => a - b)
}

/** At most six separate variants: an unphased laboratory list. */
function readList(locus: ModelLocus, texts: readonly string[]): readonly Pair[] | undefined {
  const { wildType } = locus
  if (!locus.cis || texts.length > LONGEST_LIST || wildType === null) return undefined
  const alleles = texts.map((text) => locus.spellings.get(text))
  const counts = new Map<number, number>()
  for (const allele of alleles) {
    if (allele === undefined || allele === wildType) return undefined
    counts.set(allele, (counts.get(allele) ?? 0) + 1)
  }
  if ([...counts.values()].some((count) => count > 2)) return undefined
  const named = (times: number): readonly number[] =>
    [...counts]
      .filter(([, count]) => count === times)
      .map(([allele]) => allele)
      .sort((a, b) => a - b)
  return layoutsOf(named(1), named(2), wildType)
}
