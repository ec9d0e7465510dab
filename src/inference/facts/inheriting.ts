/**
 * What parents and foals leave of each other's pairs at one locus.
 */
import { forEachPair } from './pair-sets.js'
import type { Animal } from './reading.js'

/**
 * What animals can have by their parents and foals.
 * @param narrowed by animal, whether relatives must look at it again; none when this ends @returns whether anything was taken away
 */
export function inherit(
  animals: readonly Animal[],
  pairs: Uint8Array[],
  n: number,
  narrowed: boolean[],
): boolean {
  let changed = false
  while (narrowed.includes(true)) {
    const before = narrowed.splice(0, narrowed.length, ...animals.map(() => false))
    animals.forEach(({ mother, father }, animal) => {
      for (const [side, parent] of [mother, father].entries()) {
        if (parent === undefined || !(before[animal] === true || before[parent] === true)) continue
        const theirs = pairs[parent] as Uint8Array
        const own = pairs[animal] as Uint8Array
        const canHand = new Uint8Array(n)
        forEachPair(theirs, n, (a, b) => (canHand[a] = canHand[b] = 1))
        const isTaken = new Uint8Array(n)
        let left = own
        forEachPair(own, n, (a, b) => {
          const handed = side === 0 ? a : b
          if (canHand[handed] === 1) return void (isTaken[handed] = 1)
          if (left === own) left = own.slice()
          left[a * n + b] = 0
        })
        let leftThere = theirs
        forEachPair(theirs, n, (a, b) => {
          if (isTaken[a] === 1 || isTaken[b] === 1) return
          if (leftThere === theirs) leftThere = theirs.slice()
          leftThere[a * n + b] = 0
        })
        if (left !== own) narrowed[animal] = changed = true
        if (leftThere !== theirs) narrowed[parent] = changed = true
        pairs[animal] = left
        pairs[parent] = leftThere
      }
    })
  }
  return changed
}
