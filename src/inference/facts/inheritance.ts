/**
 * Constraint propagation between parents and foals at one locus: a foal takes one copy from each parent.
 */
import type { Animal } from './reading.js'
import type { Carried } from './pair-sets.js'

/**
 * Removes the pairs that parents or foals rule out.
 * @param pairs by animal; the list is modified, the sets are not
 * @param isChanged by animal, whether its relatives must be checked; all false afterwards
 * @param carriedIn copies in the pairs of a set
 * @returns whether anything was removed
 */
export function inherit(
  animals: readonly Animal[],
  pairs: Uint8Array[],
  isChanged: boolean[],
  carriedIn: (set: Uint8Array) => Carried,
): boolean {
  let changed = false
  const keep = (animal: number, left: Uint8Array): void => {
    if (left === pairs[animal]) return
    pairs[animal] = left
    isChanged[animal] = changed = true
  }
  const check = (animal: number, parent: number, side: 0 | 1): void => {
    const ofParent = pairs[parent] as Uint8Array
    const before = pairs[animal] as Uint8Array
    const { either } = carriedIn(ofParent)
    const compatible = isWithin(carriedIn(before).sides[side], either)
      ? before
      : withSideIn(before, side, either)
    keep(animal, compatible)
    const taken = carriedIn(compatible).sides[side]
    if (!isWithin(either, taken)) keep(parent, withEitherIn(ofParent, taken))
  }
  while (isChanged.includes(true)) {
    const before = isChanged.splice(0, isChanged.length, ...animals.map(() => false))
    const wasChanged = (animal: number): boolean => before[animal] === true
    animals.forEach(({ mother, father }, animal) => {
      if (mother !== undefined && (wasChanged(animal) || wasChanged(mother))) check(animal, mother, 0)
      if (father !== undefined && (wasChanged(animal) || wasChanged(father))) check(animal, father, 1)
    })
  }
  return changed
}

/** Pairs whose copy on the given side is in `copies`. */
function withSideIn(pairs: Uint8Array, side: 0 | 1, copies: Uint8Array): Uint8Array {
  const left = pairs.slice()
  const { length: n } = copies
  for (let a = 0; a < n; a++)
    for (let b = 0; b < n; b++) if (copies[side === 0 ? a : b] !== 1) left[a * n + b] = 0
  return left
}

/** Pairs with at least one copy among these. */
function withEitherIn(pairs: Uint8Array, copies: Uint8Array): Uint8Array {
  let left = pairs
  const { length: n } = copies
  for (let a = 0; a < n; a++) {
    if (copies[a] === 1) continue
    for (let b = 0; b < n; b++) {
      if (copies[b] === 1 || pairs[a * n + b] !== 1) continue
      if (left === pairs) left = pairs.slice()
      left[a * n + b] = 0
    }
  }
  return left
}

function isWithin(copies: Uint8Array, others: Uint8Array): boolean {
  for (let i = 0; i < copies.length; i++) if (copies[i] === 1 && others[i] !== 1) return false
  return true
}
