/**
 * Which pairs of copies each animal can have, locus by locus: what its own facts leave, and what its parents and foals
 * leave of that (Lange and Goradia's elimination).
 * Guarantees: nothing possible is left out; what is left may still be impossible, where loci are linked or a pedigree has
 * loops. It only makes the exact work smaller.
 */
import { isMissing, type LocusCopies, type Priors } from './copies.js'
import type { Fact } from './facts.js'
import { sideWithout, type Animal, type Reading } from './reading.js'
import type { Options } from './rectangles.js'

export interface Possible {
  /** Locus → animal → mother's copy × father's copy → 1 where the pair is possible. */
  readonly pairs: readonly (readonly Uint8Array[])[]
  /** What is left of a list of rectangles. */
  readonly leftOf: (all: Options) => Options
  /** Whether an animal can have nothing at some locus. */
  readonly isEmpty: boolean
}

/** Whether a founder's copy is free: it is settled by the facts, whatever its frequency. */
export type IsSettled = (animal: number, side: 0 | 1, locus: number) => boolean

/** By the facts alone, however frequent copies are. */
export function possiblePairs(reading: Reading, facts: readonly Fact[]): Possible {
  const pairs = reading.copies.map((own) => startingPairs(reading, own))
  for (const { place, test } of facts)
    if (test !== undefined) restrict(pairs[test.locus]?.[place.horse] as Uint8Array, test.allowed)
  // Where every pair is possible, relatives learn nothing.
  const isNarrow = pairs.map((own) => own.map((set) => set.includes(0)))
  return narrowed(reading, facts, pairs, isNarrow, (all) => all)
}

/** What is left of it where founders have only copies that are met, but for those that the facts settle. */
export function withCopiesMet(
  reading: Reading,
  facts: readonly Fact[],
  { pairs: before, leftOf }: Possible,
  priors: Priors,
  isSettled: IsSettled,
): Possible {
  const pairs = before.map((own) => own.map((set) => set.slice()))
  const isNarrow = reading.copies.map((place) => {
    const { index } = place.locus
    const { length: n } = place.copies
    const isUnmet = place.copies.map(
      (_, copy) => priors[index]?.[copy]?.numerator === 0n && !isMissing(place, copy),
    )
    if (!isUnmet.includes(true)) return reading.animals.map(() => false)
    return reading.animals.map(({ mother, father }, animal) => {
      const [first, second] = ([0, 1] as const).map(
        (side) => [mother, father][side] === undefined && !isSettled(animal, side, index),
      )
      const set = pairs[index]?.[animal] as Uint8Array
      let isChanged = false
      forEachPair(set, n, (a, b) => {
        if (!((first && isUnmet[a]) || (second && isUnmet[b]))) return
        set[a * n + b] = 0
        isChanged = true
      })
      return isChanged
    })
  })
  return narrowed(reading, facts, pairs, isNarrow, leftOf)
}

/**
 * What facts about several loci, parents and foals leave of it.
 * @param pairs changed in place @param isNarrow by locus, then by animal: whether relatives must look at it
 */
function narrowed(
  { copies, animals }: Reading,
  facts: readonly Fact[],
  pairs: Possible['pairs'],
  isNarrow: readonly boolean[][],
  leftOf: Possible['leftOf'],
): Possible {
  const lists = facts.flatMap(({ place, constraints }) =>
    constraints.map((all) => ({ animal: place.horse, all })),
  )
  const options = new Map(lists.map(({ all }) => [all, leftOf(all)]))
  const result: Possible = { pairs, leftOf: (all) => options.get(all) ?? all, isEmpty: false }
  for (let changed = true; changed;) {
    changed = false
    for (const { animal, all } of lists) {
      const before = result.leftOf(all)
      const left = before.filter((option) =>
        [...option].every(([locus, set]) => meets(pairs[locus]?.[animal] as Uint8Array, set)),
      )
      if (left.length < before.length) changed = true
      options.set(all, left)
      for (const locus of left[0]?.keys() ?? []) {
        const sets = left.flatMap((option) => option.get(locus) ?? [])
        if (sets.length < left.length || !restrict(pairs[locus]?.[animal] as Uint8Array, ...sets)) continue
        const own = isNarrow[locus] ?? []
        own[animal] = changed = true
      }
      if (left.length === 0) for (const own of pairs) own[animal]?.fill(0)
    }
    for (const { locus, copies: own } of copies) {
      const [all = [], narrow = []] = [pairs[locus.index], isNarrow[locus.index]]
      if (own.length > 1 && inherit(animals, all, own.length, narrow)) changed = true
    }
    if (pairs.some((own) => own.some((set) => !set.includes(1)))) return { ...result, isEmpty: true }
  }
  return result
}

/** What is in none of the sets is taken away. @returns whether anything was */
function restrict(own: Uint8Array, ...sets: readonly Uint8Array[]): boolean {
  let changed = false
  for (let i = 0; i < own.length; i++) {
    if (own[i] !== 1 || sets.some((set) => set[i] === 1)) continue
    own[i] = 0
    changed = true
  }
  return changed
}

function meets(own: Uint8Array, set: Uint8Array): boolean {
  for (let i = 0; i < own.length; i++) if (own[i] === 1 && set[i] === 1) return true
  return false
}

/** Everything, by animal: of a locus on the sex chromosome as many copies as its sex has. */
function startingPairs({ model, animals }: Reading, place: LocusCopies): readonly Uint8Array[] {
  const { length: n } = place.copies
  const hasNone = isMissing(place, n - 1)
  const without = sideWithout(model)
  return animals.map(({ sex }) => {
    const pairs = new Uint8Array(n * n).fill(1)
    if (!hasNone) return pairs
    const canMiss = sex === undefined || sex === model.sexes?.heterogametic
    forEachPair(pairs, n, (a, b) => {
      const isOut = [a, b].some((copy, side) => {
        const isNone = isMissing(place, copy)
        return side === without ? (isNone ? !canMiss : canMiss && sex !== undefined) : isNone
      })
      if (isOut) pairs[a * n + b] = 0
    })
    return pairs
  })
}

/**
 * What animals can have by their parents and foals.
 * @param narrowed by animal, whether relatives must look at it again; none when this ends @returns whether anything was taken away
 */
function inherit(
  animals: readonly Animal[],
  pairs: readonly Uint8Array[],
  n: number,
  narrowed: boolean[],
): boolean {
  let changed = false
  while (narrowed.includes(true)) {
    const before = narrowed.splice(0, narrowed.length, ...animals.map(() => false))
    animals.forEach(({ mother, father }, animal) => {
      const own = pairs[animal] as Uint8Array
      for (const [side, parent] of [mother, father].entries()) {
        if (parent === undefined || !(before[animal] === true || before[parent] === true)) continue
        const theirs = pairs[parent] as Uint8Array
        const canHand = new Uint8Array(n)
        forEachPair(theirs, n, (a, b) => (canHand[a] = canHand[b] = 1))
        const isTaken = new Uint8Array(n)
        forEachPair(own, n, (a, b) => {
          const handed = side === 0 ? a : b
          if (canHand[handed] === 1) isTaken[handed] = 1
          else {
            own[a * n + b] = 0
            narrowed[animal] = changed = true
          }
        })
        forEachPair(theirs, n, (a, b) => {
          if (isTaken[a] === 1 || isTaken[b] === 1) return
          theirs[a * n + b] = 0
          narrowed[parent] = changed = true
        })
      }
    })
  }
  return changed
}

/** Pairs of places of copies in a set, the mother's copy first. @param n how many copies there are */
export function forEachPair(set: Uint8Array, n: number, see: (first: number, second: number) => void): void {
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) if (set[a * n + b] === 1) see(a, b)
}
