/**
 * Phase: which alleles lie on the same chromosome copy over the loci of a linkage group. Recombination is in
 * gamete.ts, what a declaration may contain in model/cross/linkage.ts.
 * Guarantees: `phasingsOf` lists every phasing compatible with the genotypes and the declaration, all equally likely.
 */
import { isHeterozygous, type Genotype, type Pair } from './genotype.js'
import type { Copy } from './locus.js'

/** One copy per locus, in map order. */
export type Haplotype = readonly Copy[]

/** The two haplotypes of one horse over one linkage group. */
export type Phasing = readonly [Haplotype, Haplotype]

/** One allele of a declaration: the position of its locus in map order, and the allele's index there. */
export interface DeclaredAllele {
  readonly position: number
  readonly allele: number
}

/**
 * Every phasing of these genotypes (one per locus, map order) with all declared alleles on the same copy. The first
 * heterozygous locus is not flipped, because the order of the two haplotypes has no meaning.
 */
export function phasingsOf(
  genotypes: readonly Genotype[],
  together: readonly DeclaredAllele[],
): readonly Phasing[] {
  const anchor = genotypes.findIndex(isHeterozygous)
  let partial: Phasing[] = [[[], []]]
  genotypes.forEach((genotype, position) => {
    const turns = isHeterozygous(genotype) && position !== anchor
    partial = partial.flatMap(([one, other]) =>
      genotype.layouts.flatMap(([a, b]: Pair): Phasing[] => {
        const straight: Phasing = [one.concat([a]), other.concat([b])]
        return turns ? [straight, [one.concat([b]), other.concat([a])]] : [straight]
      }),
    )
  })
  return partial.filter(([one, other]) => holdsAll(one, together) || holdsAll(other, together))
}

function holdsAll(haplotype: Haplotype, together: readonly DeclaredAllele[]): boolean {
  return together.every(({ position, allele }) => haplotype[position]?.includes(allele) === true)
}
