/**
 * Exact fractions: comparison, sum and product.
 * Guarantees: nothing is rounded; fractions are not reduced.
 */
import type { Ratio } from './population.js'

export const NOTHING: Ratio = { numerator: 0n, denominator: 1n }
export const ALL: Ratio = { numerator: 1n, denominator: 1n }

export function compare(a: Ratio, b: Ratio): number {
  const [one, other] = [a.numerator * b.denominator, b.numerator * a.denominator]
  return one < other ? -1 : one > other ? 1 : 0
}

export function product(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

export function sum(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}
