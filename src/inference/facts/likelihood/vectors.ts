/**
 * Likelihoods of an observation by pattern: vectors of independent parts multiplied, their sums, and whether the sums are a
 * product again.
 */

/** By pattern: how likely the observation is. */
export type Vector = readonly number[]

/** One vector of each part, by place among them, and how likely the observation is with all of them. */
export interface Choice {
  readonly places: readonly number[]
  readonly weight: number
}

/** Patterns that describe the same add up, unless nobody counted how often: then each weighs 1. */
export function sumOf(vector: Vector): number {
  return Math.min(
    1,
    vector.reduce((sum, each) => sum + each, 0),
  )
}

/** All choices that some pattern matches. @param start the weight of each pattern @param count receives each step before it is done */
export function matchingChoices(
  parts: readonly (readonly Vector[])[],
  start: Vector,
  count: (steps: number) => void,
): readonly Choice[] {
  const found: Choice[] = []
  const from = (places: readonly number[], vector: Vector): void => {
    const own = parts[places.length]
    if (own === undefined) {
      found.push({ places, weight: sumOf(vector) })
      return
    }
    count(own.length * Math.ceil(vector.length / PATTERNS_A_STEP))
    own.forEach((each, place) => {
      const both = vector.map((weight, p) => weight * (each[p] ?? 0))
      if (both.some((weight) => weight > 0)) from([...places, place], both)
    })
  }
  from([], start)
  return found
}

/** Patterns that are multiplied in the time of one step. */
const PATTERNS_A_STEP = 8

/** Places of equal weights; those of weight 0 are left out. */
export function placesByWeight(weights: readonly number[]): WeightGroups {
  const found = new Map<number, number[]>()
  weights.forEach((weight, place) => {
    if (weight > 0) found.set(weight, [...(found.get(weight) ?? []), place])
  })
  return [...found]
}

export type WeightGroups = readonly (readonly [weight: number, places: readonly number[]])[]
