/**
 * Sets of pairs of copies at one locus: mother's copy × father's copy → 1 if the pair is in the set. A copy is an
 * index into the copies of the locus (copies.ts).
 * Guarantees: sets are immutable, so animals with the same facts share one set and its derived values.
 */
import { onceEach } from '../../common/memo.js'

/** Intersects two sets; the same two always give the same object. */
export function createIntersection(): (set: Uint8Array, allowed: Uint8Array) => Uint8Array {
  const known = onceEach((set: Uint8Array) => onceEach((allowed: Uint8Array) => restricted(set, [allowed])))
  return (set, allowed) => known(set)(allowed)
}

/** Maps each set; a set that several animals share is mapped once. */
export function mapSets<Found>(sets: readonly Uint8Array[], find: (set: Uint8Array) => Found): Found[] {
  return sets.map(onceEach(find))
}

/** The pairs of a set that are in one of the others; the set itself if nothing is removed. */
export function restricted(set: Uint8Array, others: readonly Uint8Array[]): Uint8Array {
  let left = set
  for (let i = 0; i < set.length; i++) {
    if (set[i] !== 1 || isInSome(others, i)) continue
    if (left === set) left = set.slice()
    left[i] = 0
  }
  return left
}

function isInSome(sets: readonly Uint8Array[], place: number): boolean {
  for (const set of sets) if (set[place] === 1) return true
  return false
}

export function intersects(set: Uint8Array, other: Uint8Array): boolean {
  for (let i = 0; i < set.length; i++) if (set[i] === 1 && other[i] === 1) return true
  return false
}

export type Carried = Readonly<ReturnType<typeof carriedIn>>

/** The copies in the pairs of a set, copy → 1: the mother's, the father's, and either parent's. */
export function carriedIn(set: Uint8Array) {
  const n = Math.sqrt(set.length)
  const [first, second, either] = [new Uint8Array(n), new Uint8Array(n), new Uint8Array(n)]
  for (let a = 0; a < n; a++)
    for (let b = 0; b < n; b++) if (set[a * n + b] === 1) first[a] = second[b] = either[a] = either[b] = 1
  return { sides: [first, second] as const, either }
}

/** Calls `see` for each pair of a set, the mother's copy first. @param n number of copies of the locus */
export function forEachPair(set: Uint8Array, n: number, see: (first: number, second: number) => void): void {
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) if (set[a * n + b] === 1) see(a, b)
}

/** The pairs of a set, the mother's copy first. */
export function pairsIn(set: Uint8Array, n: number): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  forEachPair(set, n, (a, b) => pairs.push([a, b]))
  return pairs
}
