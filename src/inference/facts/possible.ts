/**
 * Which pairs of copies each animal can have, locus by locus: what its own facts leave, and what its parents and foals
 * leave of that (Lange and Goradia's elimination).
 * Guarantees: nothing possible is left out; what is left may still be impossible, where loci are linked or a pedigree has
 * loops. It only makes the exact work smaller.
 */
import type { LocusCopies, Priors } from './copies.js'
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

/** @param priors undefined: every copy is possible */
export function possiblePairs(
  reading: Reading,
  facts: readonly Fact[],
  priors: Priors | undefined,
  isSettled: IsSettled,
): Possible {
  const { copies, animals } = reading
  const pairs = copies.map((own) => startingPairs(reading, own, priors, isSettled))
  const pairsOf = (locus: number, animal: number): Uint8Array => pairs[locus]?.[animal] as Uint8Array
  for (const { place, test } of facts)
    if (test !== undefined) restrict(pairsOf(test.locus, place.horse), test.allowed)
  // Where every pair is possible, relatives learn nothing.
  const narrowAt = pairs.map((own) => own.map((set) => set.includes(0)))
  const narrow = (locus: number, animal: number, ...sets: readonly Uint8Array[]): boolean => {
    if (!restrict(pairsOf(locus, animal), ...sets)) return false
    const narrowed = narrowAt[locus] ?? []
    return (narrowed[animal] = true)
  }
  const lists = facts.flatMap(({ place, constraints }) =>
    constraints.map((all) => ({ animal: place.horse, all })),
  )
  const options = new Map(lists.map(({ all }) => [all, all]))
  const result: Possible = { pairs, leftOf: (all) => options.get(all) ?? all, isEmpty: false }
  for (let changed = true; changed;) {
    changed = false
    for (const { animal, all } of lists) {
      const before = options.get(all) ?? all
      const left = before.filter((option) =>
        [...option].every(([locus, set]) => meets(pairsOf(locus, animal), set)),
      )
      if (left.length < before.length) changed = true
      options.set(all, left)
      for (const locus of left[0]?.keys() ?? []) {
        const sets = left.flatMap((option) => option.get(locus) ?? [])
        if (sets.length === left.length && narrow(locus, animal, ...sets)) changed = true
      }
      if (left.length === 0) for (const own of pairs) own[animal]?.fill(0)
    }
    for (const { locus, copies: own } of copies) {
      const [all = [], narrowed = []] = [pairs[locus.index], narrowAt[locus.index]]
      if (own.length > 1 && inherit(animals, all, own.length, narrowed)) changed = true
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

/** By animal. */
function startingPairs(
  { model, animals }: Reading,
  { locus, copies }: LocusCopies,
  priors: Priors | undefined,
  isSettled: IsSettled,
): readonly Uint8Array[] {
  if (copies.length === 1) return animals.map(() => Uint8Array.of(1))
  const n = copies.length
  const isUnmet = priors?.[locus.index]?.map(({ numerator }) => numerator === 0n) ?? []
  const hasNone = locus.noCopy !== null && copies.at(-1)?.[0] === locus.noCopy
  return animals.map(({ mother, father, sex }, animal) => {
    const [first = [], second = []] = ([0, 1] as const).map((side) => {
      const isFree = [mother, father][side] !== undefined || isSettled(animal, side, locus.index)
      const canMiss =
        hasNone && side === sideWithout(model) && (sex === undefined || sex === model.sexes?.heterogametic)
      const mustMiss = canMiss && sex !== undefined
      return copies.map(([allele], copy) =>
        hasNone && allele === locus.noCopy ? canMiss : !mustMiss && (isFree || isUnmet[copy] !== true),
      )
    })
    const pairs = new Uint8Array(n * n)
    for (let a = 0; a < n; a++)
      if (first[a] === true) for (let b = 0; b < n; b++) if (second[b] === true) pairs[a * n + b] = 1
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
