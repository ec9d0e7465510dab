/**
 * Reads a client's genotype at one locus: an array of alleles, in any accepted spelling and order.
 * Guarantees: returns a genotype, or undefined for anything the locus does not accept; never guesses.
 */
import { layoutsOf, pairOf, type Pair } from '../../genetics/genotype.js'
import { completeCopy, type Copy } from '../../genetics/locus.js'
import { UNPHASED } from '../../rules/notation.js'
import type { ModelLocus } from '../model.js'

/** Maximum length of an unphased list (2^5 layouts), and the maximum including variants implied by `alwaysWith`. */
const LONGEST_LIST = 6
const LONGEST_COMPLETED_LIST = 2 * LONGEST_LIST
/** Maximum number of alleles of another locus written under this one. */
const MAX_FOREIGN = 2
/** If a locus accepts more pairs than this, error messages list its alleles instead. */
const MAX_PAIRS_LISTED = 20

/** Undefined if the value is not a genotype of this locus. */
export function readAlleles(locus: ModelLocus, value: unknown) {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts: readonly unknown[] = value
  if (!texts.every((text) => typeof text === 'string')) return undefined
  const named = locus.cis ? texts.filter((text) => text !== UNPHASED) : texts
  const isUnphased = named.length < texts.length
  // The keyword may occur once, between or after at least two variants: one variant alone has no phase.
  if (isUnphased && (named.length < 2 || named.length < texts.length - 1)) return undefined
  /** Alleles of another locus that were written here; at most two, all of the same locus. */
  const foreign = named.flatMap((text) => locus.sharedSpellings.get(text) ?? [])
  if (foreign.length > MAX_FOREIGN) return undefined
  const locusTexts = named.filter((text) => !locus.sharedSpellings.has(text))
  const isList = isUnphased || locusTexts.length > 2
  const layouts = isList ? readList(locus, locusTexts) : readPair(locus, locusTexts, foreign.length > 0)
  if (layouts === undefined) return undefined
  /** Whether it was written as an unphased list; answers echo it as one. */
  const asList = locusTexts.length > 2 || layouts.length > 1
  return { layouts, asList, foreign, combinedHaplotypes: combinedVariants(locus, locusTexts) }
}

/** Variants placed on the same copy because they always occur together, in file order; empty if written that way. */
function combinedVariants(locus: ModelLocus, texts: readonly string[]): readonly string[] {
  const combined = texts.flatMap((text) => {
    const copy = readCopy(locus, text) ?? []
    const whole = completeCopy(locus, copy)
    return whole === copy ? [] : whole
  })
  return combined.length === 0 ? [] : locus.alleles.filter((_, allele) => combined.includes(allele))
}

/** Maximum length of an array that can be a genotype of this locus. */
export function mostItems({ cis, alwaysWith = new Map(), sharedSpellings }: ModelLocus): number {
  const implied = new Set([...alwaysWith.values()].flat()).size
  // Plus one for the keyword that marks the list as unphased.
  const list = Math.min(LONGEST_LIST + 2 * implied, LONGEST_COMPLETED_LIST) + 1
  return (cis ? list : 2) + (sharedSpellings.size > 0 ? MAX_FOREIGN : 0)
}

/** The value of `details.expected`: every accepted pair, or every allele if there are too many pairs. */
export function expectedOf(locus: ModelLocus): readonly unknown[] {
  const alleles = locus.alleles.filter((_, allele) => allele !== locus.noCopy)
  const names = [
    ...new Set([...alleles, ...[...locus.sharedSpellings.values()].map((each) => each.spelling)]),
  ]
  if ((names.length * (names.length + 1)) / 2 > MAX_PAIRS_LISTED) return canonicalSpellings(locus)
  const pairs = names.flatMap((a, i) => names.slice(i).map((b) => [a, b]))
  if (locus.noCopy !== null) return [...pairs, ...names.map((name) => [name])]
  if (!locus.compact || locus.wildType === null) return pairs
  const wild = locus.alleles[locus.wildType]
  return pairs.map((pair) =>
    pair.every((name) => name === wild) ? [wild] : pair.filter((name) => name !== wild),
  )
}

/** Canonical spellings in file order, including alleles of other loci. */
export function canonicalSpellings(locus: ModelLocus): readonly string[] {
  return locus.source.alleles.map((row) => row.allele)
}

function readPair(
  locus: ModelLocus,
  texts: readonly string[],
  hasForeign: boolean,
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
  // One element, or none apart from another locus's alleles: the rest is wild type.
  if (!locus.compact || wildType === null || (first === undefined && !hasForeign)) return undefined
  return [pairOf(first ?? [wildType], [wildType])]
}

/** A single copy, with or without the symbol for the other sex chromosome beside it. */
function readSexLinked(noCopy: number, first: Copy, second: Copy = [noCopy]): readonly Pair[] | undefined {
  const pair = pairOf(first, second)
  return pair[0][0] === noCopy ? undefined : [pair]
}

/** Two results that describe one copy: a variant, and another variant that it always occurs with. */
function oneCopy(written: readonly Copy[], whole: readonly Copy[]): Copy | undefined {
  const [a = [], b = []] = written
  if (a.length > 1 || b.length > 1 || a[0] === b[0]) return undefined
  return whole.find((copy) => copy.includes(a[0] ?? -1) && copy.includes(b[0] ?? -1))
}

/** One chromosome copy: an allele or, where `cis`, several variants combined with `+`. */
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

/** An unphased laboratory list of at most six separate variants. */
function readList(locus: ModelLocus, texts: readonly string[]): readonly Pair[] | undefined {
  const { wildType } = locus
  if (!locus.cis || texts.length > LONGEST_COMPLETED_LIST || wildType === null) return undefined
  const alleles = texts.map((text) => locus.spellings.get(text))
  const counts = new Map<number, number>()
  for (const allele of alleles) {
    if (allele === undefined || allele === wildType) return undefined
    counts.set(allele, (counts.get(allele) ?? 0) + 1)
  }
  const implied = new Set<number>()
  for (const [allele, count] of [...counts]) {
    for (const other of locus.alwaysWith?.get(allele) ?? []) {
      counts.set(other, Math.max(counts.get(other) ?? 0, count))
      implied.add(other)
    }
  }
  let [free, all] = [0, 0]
  for (const [allele, count] of counts) {
    if (count > 2) return undefined
    all += count
    if (!implied.has(allele)) free += count
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
