/**
 * What parents and foals leave of each other's pairs at one locus.
 */
import type { Carried } from './pair-sets.js'
import type { Animal } from './reading.js'

/**
 * What animals can have by their parents and foals.
 * @param pairs the list is changed, the sets are not @param narrowed by animal, whether relatives must look at it again; none
 * when this ends @param carriedIn copies of the pairs of a set @returns whether anything was taken away
 */
export function inherit(
  animals: readonly Animal[],
  pairs: Uint8Array[],
  narrowed: boolean[],
  carriedIn: (set: Uint8Array) => Carried,
): boolean {
  let changed = false
  const keep = (animal: number, left: Uint8Array): void => {
    if (left === pairs[animal]) return
    pairs[animal] = left
    narrowed[animal] = changed = true
  }
  const look = (animal: number, parent: number, side: 0 | 1): void => {
    const theirs = pairs[parent] as Uint8Array
    const before = pairs[animal] as Uint8Array
    const { either } = carriedIn(theirs)
    const own = isWithin(carriedIn(before).sides[side], either) ? before : withHanded(before, side, either)
    keep(animal, own)
    const isTaken = carriedIn(own).sides[side]
    if (!isWithin(either, isTaken)) keep(parent, withTaken(theirs, isTaken))
  }
  while (narrowed.includes(true)) {
    const before = narrowed.splice(0, narrowed.length, ...animals.map(() => false))
    const isNews = (animal: number): boolean => before[animal] === true
    animals.forEach(({ mother, father }, animal) => {
      if (mother !== undefined && (isNews(animal) || isNews(mother))) look(animal, mother, 0)
      if (father !== undefined && (isNews(animal) || isNews(father))) look(animal, father, 1)
    })
  }
  return changed
}

/** Pairs of which one side can be handed on by a parent. */
function withHanded(own: Uint8Array, side: 0 | 1, canHand: Uint8Array): Uint8Array {
  const left = own.slice()
  const { length: n } = canHand
  for (let a = 0; a < n; a++)
    for (let b = 0; b < n; b++) if (canHand[side === 0 ? a : b] !== 1) left[a * n + b] = 0
  return left
}

/** Pairs of which one copy is taken by a foal. */
function withTaken(theirs: Uint8Array, isTaken: Uint8Array): Uint8Array {
  let left = theirs
  const { length: n } = isTaken
  for (let a = 0; a < n; a++) {
    if (isTaken[a] === 1) continue
    for (let b = 0; b < n; b++) {
      if (isTaken[b] === 1 || theirs[a * n + b] !== 1) continue
      if (left === theirs) left = theirs.slice()
      left[a * n + b] = 0
    }
  }
  return left
}

function isWithin(copies: Uint8Array, others: Uint8Array): boolean {
  for (let i = 0; i < copies.length; i++) if (copies[i] === 1 && others[i] !== 1) return false
  return true
}
