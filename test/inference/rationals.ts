/**
 * Exact fractions of BigInt, for the engine's own code path.
 */
import { gcd } from '../../src/genetics/probability.js'
import type { Numbers } from '../../src/inference/network/numbers.js'
import type { Ratio } from '../../src/model/population.js'

function reduced(numerator: bigint, denominator: bigint): Ratio {
  const divisor = gcd(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

const ZERO = reduced(0n, 1n)

export const RATIONAL: Numbers<Ratio> = {
  zero: ZERO,
  one: reduced(1n, 1n),
  plus: (a, b) =>
    reduced(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator),
  times: (a, b) => reduced(a.numerator * b.numerator, a.denominator * b.denominator),
  isZero: ({ numerator }) => numerator === 0n,
  of: reduced,
  array: (length) => new Array<Ratio>(length).fill(ZERO),
  rescale: () => 0,
}
