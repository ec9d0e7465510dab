/**
 * Chance for the fuzzer: the same seed and number give the same case, whatever was asked before.
 */
import { oneOf, seeded, type Random } from '../phenotypes/random-horse.js'

export { oneOf, type Random }

/** Far apart, so that neighbouring cases have nothing in common. */
const STRIDE = 0x9e3779b1

export function randomOf(seed: number, number: number): Random {
  const random = seeded(seed + Math.imul(number + 1, STRIDE))
  random()
  return random
}

/** A whole number from 0 to below `end`. */
export function below(random: Random, end: number): number {
  return Math.floor(random() * end)
}

/** One of the values, each as often as its weight says. */
export function weighted<Value>(
  random: Random,
  values: readonly (readonly [weight: number, value: Value])[],
): Value {
  let left = random() * values.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, value] of values) if ((left -= weight) < 0) return value
  throw new Error('nothing to choose from')
}
