/**
 * Which pairs of copies each animal can have, locus by locus: what its own facts leave, and what its parents and foals
 * leave of that (Lange and Goradia's elimination).
 * Guarantees: nothing possible is left out; what is left may still be impossible, where loci are linked or a pedigree has
 * loops. It only makes the exact work smaller.
 */
import { onceEach } from '../../common/memo.js'
import { isMissing, type LocusCopies, type Priors } from './copies.js'
import type { Fact } from './facts.js'
import { inherit } from './inheriting.js'
import { carriedIn, createMeeting, forEach, forEachPair, meets, restricted } from './pair-sets.js'
import { sideWithout, type Animal, type Reading } from './reading.js'
import type { Options } from './rectangles.js'

export interface Possible {
  /** Locus → animal → mother's copy × father's copy → 1 where the pair is possible. Animals share what is the same for them. */
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
  const met = createMeeting()
  for (const { place, test } of facts) {
    const own = pairs[test?.locus ?? -1]
    if (test !== undefined && own !== undefined)
      own[place.horse] = met(own[place.horse] as Uint8Array, test.allowed)
  }
  // Where every pair is possible, relatives learn nothing.
  const isNarrow = pairs.map((own) => forEach(own, (set) => set.includes(0)))
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
  const pairs = before.map((own) => [...own])
  const met = createMeeting()
  const isNarrow = reading.copies.map((place) => {
    const { index } = place.locus
    const isUnmet = place.copies.map(
      (_, copy) => priors[index]?.[copy]?.numerator === 0n && !isMissing(place, copy),
    )
    if (!isUnmet.includes(true)) return reading.animals.map(() => false)
    // By which of an animal's copies are a founder's.
    const allowed = [0, 1, 2, 3].map((sides) => pairsMet(isUnmet, (sides & 1) > 0, (sides & 2) > 0))
    return reading.animals.map(({ mother, father }, animal) => {
      const [first, second] = ([0, 1] as const).map(
        (side) => [mother, father][side] === undefined && !isSettled(animal, side, index),
      )
      const own = pairs[index] as Uint8Array[]
      const set = own[animal] as Uint8Array
      own[animal] = met(set, allowed[(first === true ? 1 : 0) + (second === true ? 2 : 0)] as Uint8Array)
      return own[animal] !== set
    })
  })
  return narrowed(reading, facts, pairs, isNarrow, leftOf)
}

/** Pairs without a copy that is not met, where it is a founder's. */
function pairsMet(isUnmet: readonly boolean[], first: boolean, second: boolean): Uint8Array {
  const n = isUnmet.length
  const allowed = new Uint8Array(n * n).fill(1)
  forEachPair(allowed, n, (a, b) => {
    if ((first && isUnmet[a] === true) || (second && isUnmet[b] === true)) allowed[a * n + b] = 0
  })
  return allowed
}

/**
 * What facts about several loci, parents and foals leave of it.
 * @param pairs the lists are changed, the sets are not @param isNarrow by locus, then by animal: whether relatives must look at it
 */
function narrowed(
  { copies, animals }: Reading,
  facts: readonly Fact[],
  pairs: Uint8Array[][],
  isNarrow: readonly boolean[][],
  leftOf: Possible['leftOf'],
): Possible {
  const lists = facts.flatMap(({ place, constraints }) =>
    constraints.map((all) => ({ animal: place.horse, all })),
  )
  const options = new Map(lists.map(({ all }) => [all, leftOf(all)]))
  const result: Possible = { pairs, leftOf: (all) => options.get(all) ?? all, isEmpty: false }
  // Each set is looked through once.
  const carried = onceEach(carriedIn)
  for (let changed = true; changed;) {
    changed = false
    for (const { animal, all } of lists) {
      const before = result.leftOf(all)
      const left = before.filter((option) => {
        for (const [locus, set] of option) if (!meets(pairs[locus]?.[animal] as Uint8Array, set)) return false
        return true
      })
      if (left.length < before.length) {
        changed = true
        options.set(all, left)
      }
      for (const locus of left[0]?.keys() ?? []) {
        const sets = left.flatMap((option) => option.get(locus) ?? [])
        const own = pairs[locus] as Uint8Array[]
        const set = own[animal] as Uint8Array
        if (sets.length < left.length) continue
        own[animal] = restricted(set, sets)
        if (own[animal] === set) continue
        const narrow = isNarrow[locus] ?? []
        narrow[animal] = changed = true
      }
      if (left.length === 0) for (const own of pairs) own[animal] = new Uint8Array(own[animal]?.length ?? 0)
    }
    for (const { locus, copies: own } of copies) {
      const [all = [], narrow = []] = [pairs[locus.index], isNarrow[locus.index]]
      if (own.length > 1 && inherit(animals, all, narrow, carried)) changed = true
    }
    if (pairs.some((own) => forEach(own, (set) => !set.includes(1)).includes(true)))
      return { ...result, isEmpty: true }
  }
  return result
}

/** Everything, by animal: of a locus on the sex chromosome as many copies as its sex has. */
function startingPairs({ model, animals }: Reading, place: LocusCopies): Uint8Array[] {
  const { length: n } = place.copies
  const all = new Uint8Array(n * n).fill(1)
  if (!isMissing(place, n - 1)) return animals.map(() => all)
  const without = sideWithout(model)
  const pairsOf = onceEach((sex: Animal['sex']) => {
    const pairs = all.slice()
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
  return animals.map(({ sex }) => pairsOf(sex))
}
