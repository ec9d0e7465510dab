/**
 * Exact probabilities: integer weights over one common total, as BigInt.
 * Guarantees: comparisons and sums are exact; only `percentOf` leaves the integers, once, at the end.
 * Source: recombination fractions are thousandths, segregation halves, so every probability is such a ratio.
 */

/** Values with integer weights; probability = weight / total, weights sum to total. */
export interface Distribution<Value> {
  readonly values: readonly Value[]
  readonly weights: readonly bigint[]
  readonly total: bigint
}

/** The share in percent: exact where a double can hold it, else the nearest double but for one rounding. */
export function percentOf(weight: bigint, total: bigint): number {
  const divisor = gcd(weight * 100n, total)
  return Number((weight * 100n) / divisor) / Number(total / divisor)
}

/** Cancels what all weights and the total share. */
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
