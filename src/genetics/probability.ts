/**
 * Exact probabilities: integer weights over one common total, as BigInt. Recombination fractions are thousandths and
 * segregation ratios halves, so every probability has this form.
 * Guarantees: comparisons and sums are exact; only `percentOf` rounds, once, at the end.
 */

/** Values with integer weights; probability = weight / total, weights sum to total. */
export interface Distribution<Value> {
  readonly values: readonly Value[]
  readonly weights: readonly bigint[]
  readonly total: bigint
}

/**
 * The probability in percent: exact if a double can represent it, otherwise the nearest double up to one rounding.
 */
export function percentOf(weight: bigint, total: bigint): number {
  const divisor = gcd(weight * 100n, total)
  return Number((weight * 100n) / divisor) / Number(total / divisor)
}

/** Divides all weights and the total by their greatest common divisor. */
export function reduced<Value>(distribution: Distribution<Value>): Distribution<Value> {
  const divisor = distribution.weights.reduce(gcd, distribution.total)
  if (divisor === 1n) return distribution
  return {
    values: distribution.values,
    weights: distribution.weights.map((weight) => weight / divisor),
    total: distribution.total / divisor,
  }
}

export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}
