/**
 * What varies by itself but for linkage, as far as tables read it: a locus, or all loci on the sex chromosome together.
 * Guarantees: every locus stands on one level; a level's copies are classes of copies (copies.ts).
 */
import { pairOf } from '../../genetics/genotype.js'
import type { Copy } from '../../genetics/locus.js'
import { groupsTiedBySex } from '../../model/compile/sex.js'
import type { LinkageGroup, LocusGenotype, Model } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { LocusCopies } from './copies.js'

export interface Level {
  readonly index: number
  /** As a linkage group of its own. */
  readonly group: LinkageGroup
  /** Its loci, by index. */
  readonly loci: readonly number[]
  /** How many copies there are: combinations of a class at each of its loci. */
  readonly size: number
  /** The copy with these classes, one for each of its loci. */
  readonly copyOf: (classes: readonly number[]) => number
  /** Genotypes of a pair of its copies, one for each locus; undefined for what no animal has. */
  readonly genotypesOf: (a: number, b: number) => readonly LocusGenotype[] | undefined
}

export function levelsOf(
  model: Model,
  genotypes: Genotypes,
  copies: readonly LocusCopies[],
): readonly Level[] {
  return groupsTiedBySex(model.loci).map((group, index) => {
    const own = group.loci.map((locus) => copies[locus.index] as LocusCopies)
    const strides: number[] = []
    let size = 1
    for (const { examples } of own) {
      strides.push(size)
      size *= examples.length
    }
    const examplesAt = (copy: number): readonly Copy[] =>
      own.map(({ examples }, i) => examples[Math.floor(copy / (strides[i] ?? 1)) % examples.length] as Copy)
    const known = new Map<number, readonly LocusGenotype[] | undefined>()
    const genotypesOf = (a: number, b: number): readonly LocusGenotype[] | undefined => {
      const missing = [a, b].map((copy) =>
        examplesAt(copy).map(
          ([allele], i) => own[i]?.locus.noCopy !== null && allele === own[i]?.locus.noCopy,
        ),
      )
      // None is missing, or all of one side.
      const [one = [], other = []] = missing
      const isWhole = (some: readonly boolean[]): boolean => some.every((each) => each === some[0])
      if (!isWhole(one) || !isWhole(other) || (one[0] === true && other[0] === true)) return undefined
      const [first, second] = [examplesAt(a), examplesAt(b)]
      return own.map(({ locus }, i) => genotypes.of(locus, [pairOf(first[i] as Copy, second[i] as Copy)]))
    }
    return {
      index,
      group,
      loci: group.loci.map((locus) => locus.index),
      size,
      copyOf: (classes) => classes.reduce((copy, each, i) => copy + each * (strides[i] ?? 1), 0),
      genotypesOf: (a, b) => {
        const key = Math.min(a, b) * size + Math.max(a, b)
        if (!known.has(key)) known.set(key, genotypesOf(Math.min(a, b), Math.max(a, b)))
        return known.get(key)
      },
    }
  })
}
