/**
 * Phase: what lies together on one chromosome copy over the loci of a linkage group.
 * Guarantees: `phasingsOf` lists every phasing that fits the genotypes and the declaration, all equally likely.
 * Leaves to others: recombination (gamete.ts) and what a declaration may say (model/cross/linkage.ts).
 */
import { isHeterozygous, type Genotype, type Pair } from './genotype.js'
import type { Copy } from './locus.js'

/** One copy per locus, in map order. */
export type Haplotype = readonly Copy[]

/** The two haplotypes of one horse over one linkage group. */
export type Phasing = readonly [Haplotype, Haplotype]

/** One allele of a declaration: place of its locus in map order, and the allele's index there. */
export interface DeclaredAllele {
  readonly position: number
  readonly allele: number
}

/**
 * Every phasing of these genotypes (one per locus, map order) that holds all declared alleles on one copy.
 * The first heterozygous locus keeps its orientation, since which copy is called first means nothing.
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
