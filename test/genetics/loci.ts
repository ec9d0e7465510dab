/**
 * Loci and shares for tests of inheritance: a, b, c with alleles X and x, and a `cis` locus k.
 */
import type { Genotype } from '../../src/genetics/genotype.js'
import { pairOf } from '../../src/genetics/genotype.js'
import { copyText, type Copy, type Locus } from '../../src/genetics/locus.js'
import type { Haplotype } from '../../src/genetics/haplotype.js'
import type { Distribution } from '../../src/genetics/probability.js'

export function plainLocus(key: string, index: number): Locus {
  return { key, index, alleles: [key.toUpperCase(), key], wildType: 1, cis: false, noCopy: null }
}

/** Variants P, Q, R, S and the wild type n. */
export function cisLocus(index: number): Locus {
  return { key: 'k', index, alleles: ['P', 'Q', 'R', 'S', 'n'], wildType: 4, cis: true, noCopy: null }
}

/** `A/a`, `P+Q/n` → a genotype whose pair is known. */
export function genotype(locus: Locus, text: string): Genotype {
  const [first = [], second = []] = text.split('/').map((copy): Copy => {
    return copy.split('+').map((allele) => locus.alleles.indexOf(allele))
  })
  return { locus, layouts: [pairOf(first, second)] }
}

/** Gametes as text → probability as a fraction in lowest terms: `AB` → `9/20`. */
export function gameteShares(
  loci: readonly Locus[],
  { values, weights, total }: Distribution<Haplotype>,
): Readonly<Record<string, string>> {
  const texts = values.map((haplotype) =>
    loci.map((locus, position) => copyText(locus, haplotype[position] ?? [])).join(' '),
  )
  return Object.fromEntries(texts.map((text, i) => [text, ratio(weights[i] ?? 0n, total)]))
}

export function ratio(weight: bigint, total: bigint): string {
  let [a, b] = [weight, total]
  while (b !== 0n) [a, b] = [b, a % b]
  return `${weight / a}/${total / a}`
}
