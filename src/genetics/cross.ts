/**
 * Fertilisation: the genotypes of foals over one linkage group.
 * Guarantees: one element per distinct genotype (phase in the foal is not told apart), in canonical order.
 * Leaves to others: multiplying independent groups (model/offspring.ts), which stay factored.
 */
import type { Pair } from './genotype.js'
import type { Haplotype } from './haplotype.js'
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
  const eggs = mother.values.map((each) => numbersOf(each, copies))
  const sperms = father.values.map((each) => numbersOf(each, copies))
  const found = new Map<bigint | number, bigint>()
  const isSmall = places.reduce((product, { size }) => product * size ** 2, 1) <= Number.MAX_SAFE_INTEGER
  eggs.forEach((egg, i) => {
    const half = mother.weights[i] ?? 0n
    sperms.forEach((sperm, j) => {
      const pairAt = ({ position, size }: Place): number => {
        const [a = 0, b = 0] = [egg[position], sperm[position]]
        return Math.min(a, b) * size + Math.max(a, b)
      }
      const key = isSmall
        ? places.reduce((sum, place) => sum * place.size ** 2 + pairAt(place), 0)
        : places.reduce((sum, place) => sum * BigInt(place.size ** 2) + BigInt(pairAt(place)), 0n)
      found.set(key, (found.get(key) ?? 0n) + half * (father.weights[j] ?? 0n))
    })
  })
  const keys = [...found.keys()].sort((a, b) => (a < b ? -1 : 1))
  const pairs = copies.map((own) => own.map((first) => own.map((second): Pair => [first, second])))
  return reduced({
    values: keys.map((key) => {
      const genotype: Pair[] = []
      let rest = BigInt(key)
      for (const { position, size } of places.toReversed()) {
        const pair = Number(rest % BigInt(size ** 2))
        rest /= BigInt(size ** 2)
        genotype[position] = pairs[position]?.[Math.floor(pair / size)]?.[pair % size] as Pair
      }
      return genotype
    }),
    weights: keys.map((key) => found.get(key) ?? 0n),
    total: mother.total * father.total,
  })
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
