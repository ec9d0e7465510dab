/**
 * Numbers the unphased genotypes over one linkage group, and sorts them in canonical order.
 */
import { pairOf } from '../../genetics/genotype.js'
import type { Copy } from '../../genetics/locus.js'
import { onceEach } from '../../common/memo.js'
import type { LocusGenotype, ModelLocus } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { HaplotypeSpace } from '../network/haplotype-space.js'
import { comparePairs } from './order.js'

/** A mixed-radix number: at each place an unordered pair of allele classes. */
export function numberGenotypes({ classes, classAt, group }: HaplotypeSpace, genotypes: Genotypes) {
  const sizes = classes.map(({ length }) => length)
  const partsOf = (number: number): readonly number[] => {
    let rest = number
    return sizes.map((size) => {
      const part = rest % size ** 2
      rest = (rest - part) / size ** 2
      return part
    })
  }
  const partAt = classes.map((alleleClasses, p) =>
    onceEach((part: number) => {
      const copyOf = (each: number): Copy => alleleClasses[each]?.representative ?? []
      const pair = pairOf(
        copyOf(Math.floor(part / alleleClasses.length)),
        copyOf(part % alleleClasses.length),
      )
      return { pair, genotype: genotypes.of(group.loci[p] as ModelLocus, [pair]) }
    }),
  )
  const at = (p: number, part = 0) => (partAt[p] as (typeof partAt)[0])(part)
  const order = [...group.loci.keys()].sort(
    (a, b) => (group.loci[a]?.index ?? 0) - (group.loci[b]?.index ?? 0),
  )
  return {
    numberOf: ([a = 0, b = 0]: readonly number[]): number => {
      let [number, stride] = [0, 1]
      sizes.forEach((size, p) => {
        const [one, other] = [classAt(a, p), classAt(b, p)]
        number += (Math.min(one, other) * size + Math.max(one, other)) * stride
        stride *= size ** 2
      })
      return number
    },
    genotypesAt: (number: number): readonly LocusGenotype[] =>
      partsOf(number).map((part, p) => at(p, part).genotype),
    /** Canonical order: loci as in the manifest. */
    inOrder: (numbers: readonly number[]): readonly number[] =>
      numbers
        .map((number) => ({ number, parts: partsOf(number) }))
        .sort(({ parts: a }, { parts: b }) => {
          for (const p of order) {
            if (a[p] === b[p]) continue
            const difference = comparePairs(at(p, a[p]).pair, at(p, b[p]).pair)
            if (difference !== 0) return difference
          }
          return 0
        })
        .map(({ number }) => number),
  }
}
