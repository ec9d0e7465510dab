/**
 * Fertilisation: the genotypes of foals over one linkage group.
 * Guarantees: one element per distinct genotype (phase in the foal is not told apart), in canonical order.
 */
import type { Pair } from './genotype.js'
import type { Haplotype } from './haplotype.js'
import { append, digits } from './integers.js'
import { compareCopies, type Copy, type Locus } from './locus.js'
import { reduced, type Distribution } from './probability.js'

/** A foal's pairs over one linkage group, in map order. */
export type GroupGenotype = readonly Pair[]

/**
 * Mother's gametes × father's gametes.
 * @param loci of the group in map order; the canonical order compares them in manifest order
 */
export function cross(
  loci: readonly Locus[],
  mother: Distribution<Haplotype>,
  father: Distribution<Haplotype>,
): Distribution<GroupGenotype> {
  const copies = loci.map((_, position) => copiesAt(position, mother, father))
  // A pair is numbered first copy, then second, and numbers stand in manifest order: their order is the canonical one.
  const order = loci
    .map((_, position) => position)
    .sort((a, b) => (loci[a]?.index ?? 0) - (loci[b]?.index ?? 0))
  const places = order.map((position): Place => ({ position, size: copies[position]?.length ?? 1 }))
  const radices = places.map(({ size }) => size ** 2)
  const eggs = mother.values.map((each) => numbersOf(each, copies))
  const sperms = mother === father ? eggs : father.values.map((each) => numbersOf(each, copies))
  // Every egg with every sperm; genotypes are numbers of one digit, a pair of copies, for each place.
  const found = new Map<bigint, bigint>()
  eggs.forEach((egg, i) => {
    const half = mother.weights[i] ?? 0n
    sperms.forEach((sperm, j) => {
      let key = 0n
      for (const { position, size } of places) {
        const [a = 0, b = 0] = [egg[position], sperm[position]]
        key = append(key, size ** 2, Math.min(a, b) * size + Math.max(a, b))
      }
      found.set(key, (found.get(key) ?? 0n) + half * (father.weights[j] ?? 0n))
    })
  })
  const keys = [...found.keys()].sort((a, b) => (a < b ? -1 : 1))
  const pairs = copies.map((own) => own.flatMap((first) => own.map((second): Pair => [first, second])))
  const values = keys.map((key) => {
    const genotype: Pair[] = []
    digits(key, radices).forEach((pair, place) => {
      const { position } = places[place] as Place
      genotype[position] = pairs[position]?.[pair] as Pair
    })
    return genotype
  })
  const weights = keys.map((key) => found.get(key) ?? 0n)
  return reduced({ values, weights, total: mother.total * father.total })
}

/** A position of the map, in manifest order, and how many copies there are at it. */
interface Place {
  readonly position: number
  readonly size: number
}

/** Every copy that a gamete carries at a position, in canonical order. */
function copiesAt(
  position: number,
  mother: Distribution<Haplotype>,
  father: Distribution<Haplotype>,
): readonly Copy[] {
  const distinct = new Map(
    [...mother.values, ...father.values].map((gamete) => {
      const copy = gamete[position] ?? []
      return [copy.join(), copy] as const
    }),
  )
  return [...distinct.values()].sort(compareCopies)
}

/** Each copy of a gamete by its place among the copies there are. */
function numbersOf(gamete: Haplotype, copies: readonly (readonly Copy[])[]): readonly number[] {
  return copies.map((own, position) => {
    const copy = gamete[position] ?? []
    return own.findIndex((each) => compareCopies(each, copy) === 0)
  })
}
