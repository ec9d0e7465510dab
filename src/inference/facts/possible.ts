/**
 * Which pairs of copies each animal can have, locus by locus: what its own facts leave, and what its parents and foals
 * leave of that (genotype elimination, Lange and Goradia 1987).
 * Guarantees: nothing possible is left out. What is left may still be impossible, where loci are linked or a pedigree has
 * loops; it only makes the exact work smaller.
 */
import { onceEach } from '../../common/memo.js'
import { isMissing, type LocusCopies } from './copies.js'
import type { GenotypeSet } from './genotype-sets.js'
import { inherit } from './inheritance.js'
import { carriedIn, createIntersection, forEachPair, intersects, mapSets, restricted } from './pair-sets.js'
import type { Priors } from './priors.js'
import type { Fact } from './read-facts.js'
import { sideWithout, type Animal, type Reading } from './reading.js'

export interface Possible {
  /** Locus → animal → its possible pairs (pair-sets.ts). Animals with the same facts share a set. */
  readonly pairs: readonly (readonly Uint8Array[])[]
  /** The rectangles of a constraint that are still possible. */
  readonly leftOf: (constraint: GenotypeSet) => GenotypeSet
  /** Whether some animal has no possible pair at some locus. */
  readonly isEmpty: boolean
}

/** Whether the facts alone determine a founder's copy, so that no prior applies to it. */
export type IsDetermined = (animal: number, side: 0 | 1, locus: number) => boolean

/** By the facts alone, however frequent copies are. */
export function possibleByFacts(reading: Reading, facts: readonly Fact[]): Possible {
  const pairs = reading.copies.map((own) => startingPairs(reading, own))
  const intersection = createIntersection()
  for (const { place, test } of facts) {
    const own = pairs[test?.locus ?? -1]
    if (test !== undefined && own !== undefined)
      own[place.animal] = intersection(own[place.animal] as Uint8Array, test.allowed)
  }
  // Where every pair is possible, relatives rule nothing out.
  const isRestricted = pairs.map((own) => mapSets(own, (set) => set.includes(0)))
  return narrowed(reading, facts, pairs, isRestricted, (all) => all)
}

/** What is left where founders have only copies whose prior is not 0, or that the facts determine. */
export function possibleUnderPriors(
  reading: Reading,
  facts: readonly Fact[],
  { pairs: before, leftOf }: Possible,
  priors: Priors,
  isDetermined: IsDetermined,
): Possible {
  const pairs = before.map((own) => [...own])
  const intersection = createIntersection()
  const isRestricted = reading.copies.map((place) => {
    const { index } = place.locus
    const isAbsent = place.copies.map(
      (_, copy) => priors[index]?.[copy]?.numerator === 0n && !isMissing(place, copy),
    )
    if (!isAbsent.includes(true)) return reading.animals.map(() => false)
    // By which of an animal's copies are a founder's.
    const allowed = [0, 1, 2, 3].map((sides) => pairsWithout(isAbsent, (sides & 1) > 0, (sides & 2) > 0))
    return reading.animals.map(({ mother, father }, animal) => {
      const [first, second] = ([0, 1] as const).map(
        (side) => [mother, father][side] === undefined && !isDetermined(animal, side, index),
      )
      const own = pairs[index] as Uint8Array[]
      const set = own[animal] as Uint8Array
      own[animal] = intersection(
        set,
        allowed[(first === true ? 1 : 0) + (second === true ? 2 : 0)] as Uint8Array,
      )
      return own[animal] !== set
    })
  })
  return narrowed(reading, facts, pairs, isRestricted, leftOf)
}

/** Pairs without an absent copy on these sides. */
function pairsWithout(isAbsent: readonly boolean[], first: boolean, second: boolean): Uint8Array {
  const n = isAbsent.length
  const allowed = new Uint8Array(n * n).fill(1)
  forEachPair(allowed, n, (a, b) => {
    if ((first && isAbsent[a] === true) || (second && isAbsent[b] === true)) allowed[a * n + b] = 0
  })
  return allowed
}

/**
 * What constraints over several loci, parents and foals leave.
 * @param pairs the lists are changed, the sets are not @param isChanged by locus and animal, whether its relatives must be checked
 */
export function narrowed(
  { copies, animals }: Reading,
  facts: readonly Fact[],
  pairs: Uint8Array[][],
  isChanged: readonly boolean[][],
  leftOf: Possible['leftOf'],
): Possible {
  const constraints = facts.flatMap((fact) =>
    fact.constraints.map((all) => ({ animal: fact.place.animal, all })),
  )
  const left = new Map(constraints.map(({ all }) => [all, leftOf(all)]))
  const result: Possible = { pairs, leftOf: (all) => left.get(all) ?? all, isEmpty: false }
  // Each set is searched once.
  const carried = onceEach(carriedIn)
  for (let changed = true; changed;) {
    changed = false
    for (const { animal, all } of constraints) {
      const before = result.leftOf(all)
      const rectangles = before.filter((rectangle) => {
        for (const [locus, set] of rectangle)
          if (!intersects(pairs[locus]?.[animal] as Uint8Array, set)) return false
        return true
      })
      if (rectangles.length < before.length) {
        changed = true
        left.set(all, rectangles)
      }
      for (const locus of rectangles[0]?.keys() ?? []) {
        const sets = rectangles.flatMap((rectangle) => rectangle.get(locus) ?? [])
        const own = pairs[locus] as Uint8Array[]
        const set = own[animal] as Uint8Array
        if (sets.length < rectangles.length) continue
        own[animal] = restricted(set, sets)
        if (own[animal] === set) continue
        const changedAt = isChanged[locus] ?? []
        changedAt[animal] = changed = true
      }
      if (rectangles.length === 0)
        for (const own of pairs) own[animal] = new Uint8Array(own[animal]?.length ?? 0)
    }
    for (const { locus, copies: own } of copies) {
      const [all = [], changedAt = []] = [pairs[locus.index], isChanged[locus.index]]
      if (own.length > 1 && inherit(animals, all, changedAt, carried)) changed = true
    }
    if (pairs.some((own) => mapSets(own, (set) => !set.includes(1)).includes(true)))
      return { ...result, isEmpty: true }
  }
  return result
}

/** Every pair, by animal; of a locus on the sex chromosome as many copies as its sex has. */
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
