/**
 * A locus, its alleles, and what one chromosome copy carries there.
 * Guarantees: a Copy is never empty, and its variants are in the locus's allele order.
 */

export interface Locus {
  readonly key: string
  /** Position in the manifest, from 0: the canonical order of loci. */
  readonly index: number
  /** Canonical spellings in canonical order. */
  readonly alleles: readonly string[]
  /** The allele that a gene left out is homozygous for; null if the gene may not be left out. */
  readonly wildType: number | null
  /** True: one chromosome copy can carry several variants. */
  readonly cis: boolean
  /**
   * For a locus on a sex chromosome, the index that represents the other sex chromosome, which has no copy of it: the
   * last of `alleles`. Null if every animal has two copies.
   */
  readonly noCopy: number | null
  /** Allele → all other alleles that lie on every copy carrying it. Only where `cis`. */
  readonly alwaysWith?: ReadonlyMap<number, readonly number[]>
  /** Allele → the alleles that a test which cannot tell them apart reports as this one. */
  readonly covers?: ReadonlyMap<number, readonly number[]>
}

/** The alleles at a locus on one chromosome copy: ascending indices; more than one only where `cis`. */
export type Copy = readonly number[]

/** Compares variant by variant in allele order; a prefix comes first. */
export function compareCopies(a: Copy, b: Copy): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The copy with all variants that always occur with its own; the same object if nothing is missing. */
export function completeCopy({ alwaysWith }: Locus, copy: Copy): Copy {
  if (alwaysWith === undefined || alwaysWith.size === 0) return copy
  const whole = new Set(copy.flatMap((allele) => [allele, ...(alwaysWith.get(allele) ?? [])]))
  return whole.size === copy.length ? copy : [...whole].sort((a, b) => a - b)
}

/** `To+DW20`; equal texts mean equal copies of one locus. */
export function copyText(locus: Locus, copy: Copy): string {
  return copy.map((allele) => locus.alleles[allele]).join('+')
}
