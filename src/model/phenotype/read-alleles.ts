/**
 * Reads what a client wrote for one locus: an array of alleles, in any accepted spelling and order.
 * Guarantees: a genotype, or undefined for what the locus does not accept; nothing is guessed.
 */
import { layoutsOf, pairOf, type Pair } from '../../genetics/genotype.js'
import { completeCopy, type Copy } from '../../genetics/locus.js'
import { UNPHASED } from '../../rules/notation.js'
import type { ModelLocus } from '../model.js'

/** The longest unphased list, 2^5 layouts, and with what its variants bring along. */
const LONGEST_LIST = 6
const LONGEST_COMPLETED_LIST = 2 * LONGEST_LIST
/** Alleles of another locus that can be written under one. */
const MAX_BORROWED = 2
/** A locus with more accepted pairs than this lists its alleles instead. */
const MAX_PAIRS_LISTED = 20

/** Undefined when the value is not a genotype of this locus. */
export function readAlleles(locus: ModelLocus, value: unknown) {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts: readonly unknown[] = value
  if (!texts.every((text) => typeof text === 'string')) return undefined
  const named = locus.cis ? texts.filter((text) => text !== UNPHASED) : texts
  const isUnphased = named.length < texts.length
  // Once, and behind or between at least two variants: of one alone there is nothing to be unknown.
  if (isUnphased && (named.length < 2 || named.length < texts.length - 1)) return undefined
  /** Alleles of another locus that were written here; at most two, all of one locus. */
  const borrowed = named.flatMap((text) => locus.borrowed.get(text) ?? [])
  if (borrowed.length > MAX_BORROWED) return undefined
  const own = named.filter((text) => !locus.borrowed.has(text))
  const isList = isUnphased || own.length > 2
  const layouts = isList ? readList(locus, own) : readOwn(locus, own, borrowed.length > 0)
  if (layouts === undefined) return undefined
  /** Whether it was written as an unphased list, and is echoed as one. */
  const asList = own.length > 2 || layouts.length > 1
  return { layouts, asList, borrowed, joined: joinedIn(locus, own) }
}

/** Variants that were put on one copy since they are never seen apart, in file order; none where it was written so. */
function joinedIn(locus: ModelLocus, texts: readonly string[]): readonly string[] {
  const joined = texts.flatMap((text) => {
    const copy = readCopy(locus, text) ?? []
    const whole = completeCopy(locus, copy)
    return whole === copy ? [] : whole
  })
  return joined.length === 0 ? [] : locus.alleles.filter((_, allele) => joined.includes(allele))
}

/** The longest array that can be a genotype of this locus. */
export function mostItems({ cis, alwaysWith = new Map(), borrowed }: ModelLocus): number {
  const brought = new Set([...alwaysWith.values()].flat()).size
  // With the word that says that they are unphased.
  const list = Math.min(LONGEST_LIST + 2 * brought, LONGEST_COMPLETED_LIST) + 1
  return (cis ? list : 2) + (borrowed.size > 0 ? MAX_BORROWED : 0)
}

/** What `details.expected` lists: every accepted pair, or every allele where pairs are too many. */
export function expectedOf(locus: ModelLocus): readonly unknown[] {
  const own = locus.alleles.filter((_, allele) => allele !== locus.noCopy)
  const names = [...new Set([...own, ...[...locus.borrowed.values()].map((each) => each.spelling)])]
  if ((names.length * (names.length + 1)) / 2 > MAX_PAIRS_LISTED) return canonicalSpellings(locus)
  const pairs = names.flatMap((a, i) => names.slice(i).map((b) => [a, b]))
  if (locus.noCopy !== null) return [...pairs, ...names.map((name) => [name])]
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
  besideShared: boolean,
): readonly Pair[] | undefined {
  const { wildType } = locus
  const copies = texts.map((text) => readCopy(locus, text))
  if (!copies.every((copy) => copy !== undefined)) return undefined
  if (locus.noCopy !== null && copies[0] !== undefined)
    return readSexLinked(locus.noCopy, copies[0], copies[1])
  const [first, second] = copies.map((copy) => completeCopy(locus, copy))
  if (first !== undefined && second !== undefined) {
    const one = oneCopy(copies, [first, second])
    if (one === undefined) return [pairOf(first, second)]
    return wildType === null ? undefined : [pairOf(one, [wildType])]
  }
  // One array element, or none once the other locus's alleles are taken out: the rest is wild type.
  if (!locus.compact || wildType === null || (first === undefined && !besideShared)) return undefined
  return [pairOf(first ?? [wildType], [wildType])]
}

/** One allele is the only copy there is, whether the other sex chromosome is written beside it or not. */
function readSexLinked(noCopy: number, first: Copy, second: Copy = [noCopy]): readonly Pair[] | undefined {
  const pair = pairOf(first, second)
  return pair[0][0] === noCopy ? undefined : [pair]
}

/** Two lines of a laboratory that speak of one copy: a variant, and another that is never seen without it. */
function oneCopy(written: readonly Copy[], whole: readonly Copy[]): Copy | undefined {
  const [a = [], b = []] = written
  if (a.length > 1 || b.length > 1 || a[0] === b[0]) return undefined
  return whole.find((copy) => copy.includes(a[0] ?? -1) && copy.includes(b[0] ?? -1))
}

/** One chromosome copy: an allele, or where `cis`, different variants joined by `+`. */
export function readCopy(locus: ModelLocus, text: string): Copy | undefined {
  const names = locus.cis ? text.split('+') : [text]
  const alleles = names.map((name) => locus.spellings.get(name))
  if (locus.noCopy !== null && text === locus.alleles[locus.noCopy]) return [locus.noCopy]
  if (!alleles.every((allele) => allele !== undefined)) return undefined
  if (alleles.length === 1) return alleles
  if (alleles.some((allele) => allele === locus.wildType) || new Set(alleles).size < alleles.length)
    return undefined
  return alleles.sort((a, b) => a - b)
}

/** At most six separate variants: an unphased laboratory list. */
function readList(locus: ModelLocus, texts: readonly string[]): readonly Pair[] | undefined {
  const { wildType } = locus
  if (!locus.cis || texts.length > LONGEST_COMPLETED_LIST || wildType === null) return undefined
  const alleles = texts.map((text) => locus.spellings.get(text))
  const counts = new Map<number, number>()
  for (const allele of alleles) {
    if (allele === undefined || allele === wildType) return undefined
    counts.set(allele, (counts.get(allele) ?? 0) + 1)
  }
  const brought = new Set<number>()
  for (const [allele, count] of [...counts]) {
    for (const other of locus.alwaysWith?.get(allele) ?? []) {
      counts.set(other, Math.max(counts.get(other) ?? 0, count))
      brought.add(other)
    }
  }
  let [free, all] = [0, 0]
  for (const [allele, count] of counts) {
    if (count > 2) return undefined
    all += count
    if (!brought.has(allele)) free += count
  }
  if (free > LONGEST_LIST || all > LONGEST_COMPLETED_LIST) return undefined
  const named = (times: number): readonly number[] =>
    [...counts]
      .filter(([, count]) => count === times)
      .map(([allele]) => allele)
      .sort((a, b) => a - b)
  return layoutsOf(named(1), named(2), wildType).filter((pair) =>
    pair.every((copy) => completeCopy(locus, copy) === copy),
  )
}
