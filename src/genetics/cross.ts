/**
 * Fertilisation: the genotypes of the offspring over one linkage group.
 * Guarantees: one element per distinct genotype (phase is not distinguished), in canonical order.
 */
import type { Pair } from './genotype.js'
import type { Haplotype } from './haplotype.js'
import { append, digits } from './integers.js'
import { compareCopies, type Copy, type Locus } from './locus.js'
import { reduced, type Distribution } from './probability.js'

/**
 * Dam's gametes × sire's gametes. Each genotype has one pair per locus, in map order.
 * @param loci of the group in map order; the canonical order compares them in manifest order
 */
export function cross(
  loci: readonly Locus[],
  mother: Distribution<Haplotype>,
  father: Distribution<Haplotype>,
): Distribution<readonly Pair[]> {
  const places = loci
    .map(({ index }, position) => ({ index, position, copies: copiesAt(position, mother, father) }))
    .sort((a, b) => a.index - b.index)
  const numbersOf = (gamete: Haplotype): readonly number[] =>
    places.map(({ position, copies }) =>
      copies.findIndex((copy) => compareCopies(copy, gamete[position] ?? []) === 0),
    )
  const sizes = places.map(({ copies }) => copies.length)
  const eggs = mother.values.map(numbersOf)
  const sperms = mother === father ? eggs : father.values.map(numbersOf)
  // A genotype is a number with one digit (a pair of copies) per locus, so sorting the numbers gives canonical order.
  const found = new Map<bigint, bigint>()
  eggs.forEach((egg, i) => {
    const half = mother.weights[i] ?? 0n
    sperms.forEach((sperm, j) => {
      let key = 0n
      for (let place = 0; place < sizes.length; place++) {
        const size = sizes[place] ?? 1
        const [a = 0, b = 0] = [egg[place], sperm[place]]
        key = append(key, size ** 2, Math.min(a, b) * size + Math.max(a, b))
      }
      found.set(key, (found.get(key) ?? 0n) + half * (father.weights[j] ?? 0n))
    })
  })
  const keys = [...found.keys()].sort((a, b) => (a < b ? -1 : 1))
  const radices = sizes.map((size) => size ** 2)
  const values = keys.map((key) => {
    const pairs = digits(key, radices)
    const genotype: Pair[] = []
    places.forEach(({ position, copies }, place) => {
      const pair = pairs[place] ?? 0
      const [first, second] = [Math.floor(pair / copies.length), pair % copies.length]
      genotype[position] = [copies[first] ?? [], copies[second] ?? []]
    })
    return genotype
  })
  const weights = keys.map((key) => found.get(key) ?? 0n)
  return reduced({ values, weights, total: mother.total * father.total })
}

/** Every copy that some gamete carries at a position, in canonical order. */
function copiesAt(
  position: number,
  mother: Distribution<Haplotype>,
  father: Distribution<Haplotype>,
): readonly Copy[] {
  const copies = [...mother.values, ...father.values].map((gamete) => gamete[position] ?? [])
  return [...new Map(copies.map((copy) => [copy.join(), copy])).values()].sort(compareCopies)
}
