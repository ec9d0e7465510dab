/**
 * Sets of genotypes as lists of disjoint rectangles; a rectangle is a product of sets of pairs, locus by locus.
 */
import type { Model } from '../../model/model.js'

/** Locus → its allowed pairs (pair-sets.ts). An absent locus allows every pair. */
export type Rectangle = ReadonlyMap<number, Uint8Array>

/** The union of its rectangles; empty if there are none. */
export type GenotypeSet = readonly Rectangle[]

/** The genotypes in all of the sets, which must concern different loci. */
export function intersection(sets: readonly GenotypeSet[]): GenotypeSet {
  return sets.reduce<GenotypeSet>(
    (all, set) => all.flatMap((one) => set.map((other): Rectangle => new Map([...one, ...other]))),
    [new Map()],
  )
}

/** The linkage groups that a set restricts. */
export function groupsOf({ groups }: Model, set: GenotypeSet): readonly number[] {
  const restricted = new Set(set.flatMap((rectangle) => [...rectangle.keys()]))
  return groups.flatMap(({ loci }, g) => (loci.some(({ index }) => restricted.has(index)) ? [g] : []))
}

/** One item of each list, in every combination. */
export function* combinationsOf<Item>(lists: readonly (readonly Item[])[]): Generator<readonly Item[]> {
  const [first, ...others] = lists
  if (first === undefined) {
    yield []
    return
  }
  for (const each of first) for (const rest of combinationsOf(others)) yield [each, ...rest]
}
