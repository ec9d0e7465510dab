/**
 * Sets of pairs of copies, copy × copy → 1 where the pair is in the set.
 * Guarantees: a set is never changed, so that animals of which the same is known share one, and are looked at once.
 */
import { onceEach } from '../../common/memo.js'

/** What two sets have in common: the first where it is all of it, and one object for the same two. */
export function createMeeting(): (own: Uint8Array, allowed: Uint8Array) => Uint8Array {
  const met = onceEach((own: Uint8Array) => onceEach((allowed: Uint8Array) => restricted(own, [allowed])))
  return (own, allowed) => met(own)(allowed)
}

/** Looks at each of them once, however many animals share it. */
export function forEach<Found>(sets: readonly Uint8Array[], look: (set: Uint8Array) => Found): Found[] {
  return sets.map(onceEach(look))
}

/** Without what is in none of the sets; itself where nothing is taken away. */
export function restricted(own: Uint8Array, sets: readonly Uint8Array[]): Uint8Array {
  let left = own
  for (let i = 0; i < own.length; i++) {
    if (own[i] !== 1 || isInSome(sets, i)) continue
    if (left === own) left = own.slice()
    left[i] = 0
  }
  return left
}

function isInSome(sets: readonly Uint8Array[], place: number): boolean {
  for (const set of sets) if (set[place] === 1) return true
  return false
}

export function meets(own: Uint8Array, set: Uint8Array): boolean {
  for (let i = 0; i < own.length; i++) if (own[i] === 1 && set[i] === 1) return true
  return false
}

export type Carried = Readonly<ReturnType<typeof carriedIn>>

/** Which copies stand in the pairs of a set, copy → 1: as the mother's and as the father's, and either way. */
export function carriedIn(set: Uint8Array) {
  const n = Math.sqrt(set.length)
  const [first, second, either] = [new Uint8Array(n), new Uint8Array(n), new Uint8Array(n)]
  for (let a = 0; a < n; a++)
    for (let b = 0; b < n; b++) if (set[a * n + b] === 1) first[a] = second[b] = either[a] = either[b] = 1
  return { sides: [first, second] as const, either }
}

/** Pairs of places of copies in a set, the mother's copy first. @param n how many copies there are */
export function forEachPair(set: Uint8Array, n: number, see: (first: number, second: number) => void): void {
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) if (set[a * n + b] === 1) see(a, b)
}
