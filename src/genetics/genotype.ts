/**
 * The genotype at one locus: an unordered pair of copies or, from an unphased laboratory list, the equally likely
 * pairs it can mean.
 * Guarantees: pairs are canonical (first ≤ second); dosage is the same in every layout of a genotype.
 */
import { compareCopies, copyText, type Copy, type Locus } from './locus.js'

/** The two copies at one locus, in canonical order. */
export type Pair = readonly [Copy, Copy]

export interface Genotype {
  readonly locus: Locus
  /** One pair if the phase within the locus is known, otherwise all possible pairs, equally likely. */
  readonly layouts: readonly Pair[]
}

export function pairOf(a: Copy, b: Copy): Pair {
  return compareCopies(a, b) <= 0 ? [a, b] : [b, a]
}

export function pairText(locus: Locus, pair: Pair): string {
  return `${copyText(locus, pair[0])}/${copyText(locus, pair[1])}`
}

export function isHeterozygous(genotype: Genotype): boolean {
  const layout = genotype.layouts[0]
  return layout !== undefined && compareCopies(layout[0], layout[1]) !== 0
}

/** Whether the animal has a single copy: a locus on a sex chromosome, in the sex with one of them. */
export function isHemizygous({ locus, layouts }: Genotype): boolean {
  return locus.noCopy !== null && layouts.some((pair) => pair.some(([allele]) => allele === locus.noCopy))
}

/** Copies of each allele, 0 to 2, by allele index. A copy with a variant does not count as wild type. */
export function dosageOf(locus: Locus, pair: Pair): Uint8Array {
  const dosage = new Uint8Array(locus.alleles.length)
  for (const copy of pair) for (const allele of copy) dosage[allele] = (dosage[allele] ?? 0) + 1
  return dosage
}

/**
 * The pairs an unphased list can mean: each variant named once lies on either copy, one named twice on both.
 * k variants named once give 2^(k−1) layouts, including all on one copy.
 * @param once ascending allele indices named once
 * @param twice those named twice
 * @param wildType allele of a copy without variants
 */
export function layoutsOf(
  once: readonly number[],
  twice: readonly number[],
  wildType: number,
): readonly Pair[] {
  const layouts: Pair[] = []
  const free = Math.max(once.length - 1, 0)
  for (let choice = 0; choice < 2 ** free; choice++) {
    const sides: [number[], number[]] = [[...twice], [...twice]]
    once.forEach((allele, i) => sides[i === 0 ? 0 : (choice >> (i - 1)) & 1]?.push(allele))
    layouts.push(pairOf(filled(sides[0], wildType), filled(sides[1], wildType)))
  }
  return layouts
}

function filled(alleles: readonly number[], wildType: number): Copy {
  return alleles.length === 0 ? [wildType] : [...alleles].sort((a, b) => a - b)
}
