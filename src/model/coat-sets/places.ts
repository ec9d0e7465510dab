/**
 * Where genotypes differ: loci, and the variants of a locus of which one copy can carry several. Each such variant is a place of
 * its own, because it can be on neither copy, on one, or on both, whatever the others are.
 * Guarantees: a genotype is one value at each place, without phase; every combination of values is a genotype, except that variants
 * that always occur with others never lack them, and that loci on the sex chromosome agree in the number of copies.
 */
import { dosageOf, pairOf } from '../../genetics/genotype.js'
import { carriedOf } from '../compile/classes.js'
import type { Dosage } from '../compile/predicate.js'
import type { Genotypes } from '../phenotype/genotypes.js'
import type { LocusGenotype, ModelLocus } from '../model.js'

export interface Place {
  readonly locus: ModelLocus
  /** The variant, at a locus of which a copy can carry several. */
  readonly variant: number | undefined
  readonly values: readonly PlaceValue[]
}

export interface PlaceValue {
  /** Such as `X/n`. */
  readonly text: string
  readonly genotype: LocusGenotype
  /** Copies of each allele; of the variant alone, where the place is a variant. */
  readonly dosage: Dosage
  /** How many alleles other than the wild type. */
  readonly carried: number
  /** On the sex chromosome, how many copies the animal has. */
  readonly copies: 1 | 2 | undefined
}

export function placesOf(locus: ModelLocus, genotypes: Genotypes): readonly Place[] {
  const { alleles, cis, wildType, noCopy } = locus
  const valueOf = (a: number, b: number): PlaceValue => {
    const genotype = genotypes.of(locus, [pairOf([a], [b])])
    const dosage = dosageOf(locus, [[a], [b]])
    const copies = noCopy === null ? undefined : (dosage[noCopy] ?? 0) > 0 ? 1 : 2
    const text = copies === 1 ? genotype.alleles.join('/') : genotype.text
    return { text, genotype, dosage, carried: carriedOf(locus, dosage), copies }
  }
  const places = [...alleles.keys()]
  if (cis && wildType !== null)
    return places
      .filter((variant) => variant !== wildType)
      .map((variant) => ({
        locus,
        variant,
        values: [valueOf(wildType, wildType), valueOf(variant, wildType), valueOf(variant, variant)],
      }))
  const values = places.flatMap((a) =>
    places.slice(a).flatMap((b) => (a === b && a === noCopy ? [] : [valueOf(a, b)])),
  )
  return [{ locus, variant: undefined, values }]
}

/** Such as `gene`, or `gene.X` for a variant. */
export function keyOfPlace({ locus, variant }: Place): string {
  return variant === undefined ? locus.key : `${locus.key}.${locus.alleles[variant] ?? ''}`
}
