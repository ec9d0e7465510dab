/**
 * Genotypes over one linkage group, phase aside, as numbers, and their canonical order.
 */
import { pairOf, type Pair } from '../../genetics/genotype.js'
import type { LocusGenotype } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { GroupSpace } from '../network/lumps.js'
import { comparePairs } from './work.js'

/** At each place the number of an unordered pair of lumps, in mixed radix. */
export interface Numbering {
  readonly numberOf: (haplotypes: readonly number[]) => number
  readonly genotypesAt: (number: number) => readonly LocusGenotype[]
  /** Canonical: loci in manifest order. */
  readonly inOrder: (numbers: readonly number[]) => readonly number[]
}

export function numberGenotypes(
  { places, lumps, lumpAt, group }: GroupSpace,
  genotypes: Genotypes,
): Numbering {
  const sizes = lumps.map(({ length }) => length)
  const partsOf = (number: number): readonly number[] => {
    let rest = number
    return sizes.map((size) => {
      const part = rest % size ** 2
      rest = (rest - part) / size ** 2
      return part
    })
  }
  const made = places.map(() => new Map<number, { readonly pair: Pair; readonly genotype: LocusGenotype }>())
  const at = (p: number, part: number): { readonly pair: Pair; readonly genotype: LocusGenotype } => {
    const known = made[p]?.get(part)
    if (known !== undefined) return known
    const size = sizes[p] ?? 1
    const copies = [Math.floor(part / size), part % size].map(
      (lump) => lumps[p]?.[lump]?.representative ?? [],
    )
    const pair = pairOf(copies[0] ?? [], copies[1] ?? [])
    const locus = group.loci[p] as (typeof group.loci)[number]
    const one = { pair, genotype: genotypes.of(locus, [pair]) }
    made[p]?.set(part, one)
    return one
  }
  const order = [...group.loci.keys()].sort(
    (a, b) => (group.loci[a]?.index ?? 0) - (group.loci[b]?.index ?? 0),
  )
  return {
    numberOf: ([a = 0, b = 0]) => {
      let [number, stride] = [0, 1]
      sizes.forEach((size, p) => {
        const [one, other] = [lumpAt(a, p), lumpAt(b, p)]
        number += (Math.min(one, other) * size + Math.max(one, other)) * stride
        stride *= size ** 2
      })
      return number
    },
    genotypesAt: (number) => partsOf(number).map((part, p) => at(p, part).genotype),
    inOrder: (numbers) =>
      numbers
        .map((number) => ({ number, parts: partsOf(number) }))
        .sort(({ parts: a }, { parts: b }) => {
          for (const p of order) {
            if (a[p] === b[p]) continue
            const difference = comparePairs(at(p, a[p] ?? 0).pair, at(p, b[p] ?? 0).pair)
            if (difference !== 0) return difference
          }
          return 0
        })
        .map(({ number }) => number),
  }
}
