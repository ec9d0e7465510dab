/**
 * Evaluates the answer about several foals: the probability of a wanted one among n, and how many foals it takes.
 */
import type { ParentClass } from './answer.js'

/** The probability that at least one of this many foals is wanted. */
export function atLeastOne(classes: readonly ParentClass[], foals: number): number {
  return sum(classes.map(({ foal, parents }) => parents * -Math.expm1(foals * Math.log1p(-foal))))
}

/** Smaller differences are rounding. */
const NOISE = 1e-12

/** The smallest number of foals that reaches this probability of a wanted one; undefined if no number does. */
export function fewestFoals(classes: readonly ParentClass[], probability: number): number | undefined {
  const most = sum(classes.map(({ foal, parents }) => (foal > 0 ? parents : 0)))
  if (most < probability) return undefined
  // A probability reached only in the limit counts as not reached; one missed by rounding counts as reached.
  const enough = most - probability > NOISE ? probability * (1 - NOISE) : probability
  let high = 1
  while (atLeastOne(classes, high) < enough) if ((high *= 2) > Number.MAX_SAFE_INTEGER) return undefined
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (atLeastOne(classes, middle) < enough) low = middle
    else high = middle
  }
  return high
}

function sum(terms: readonly number[]): number {
  return terms.reduce((all, term) => all + term, 0)
}
