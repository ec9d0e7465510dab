/**
 * The arithmetic that probabilities are computed in: doubles. Tests use exact fractions.
 */

export interface Numbers<N> {
  readonly zero: N
  readonly one: N
  readonly plus: (a: N, b: N) => N
  readonly times: (a: N, b: N) => N
  readonly isZero: (value: N) => boolean
  /** A stated number. @param order the power of an infinitesimal number that it is multiplied by (lowest-order.ts) */
  readonly of: (numerator: bigint, denominator: bigint, order?: number) => N
  /** Zeros. */
  readonly array: (length: number) => N[]
  /** Keeps values near 1, so that long products do not underflow. @returns log10 of the divisor */
  readonly rescale: (values: N[]) => number
}

export const DOUBLE: Numbers<number> = {
  zero: 0,
  one: 1,
  plus: (a, b) => a + b,
  times: (a, b) => a * b,
  isZero: (value) => value === 0,
  of: (numerator, denominator) => ratioAsNumber(numerator, denominator),
  array: zeros,
  rescale: (values) => {
    let most = 0
    for (const value of values) if (value > most) most = value
    if (most === 0) return 0
    // A power of two, so that nothing is rounded.
    const scale = 2 ** Math.floor(Math.log2(most))
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) / scale
    return Math.log10(scale)
  },
}

/** A likelihood from 0 to 1, which rules state as a decimal. */
export function likelihood<N>(numbers: Numbers<N>, weight: number): N {
  return weight === 1 ? numbers.one : numbers.of(BigInt(Math.round(weight * PRECISION)), BigInt(PRECISION))
}

const PRECISION = 2 ** 53

/** The nearest double but for one rounding, however large the two are. */
export function ratioAsNumber(numerator: bigint, denominator: bigint): number {
  const excess = Math.max(0, denominator.toString(2).length - 1000, numerator.toString(2).length - 1000)
  return Number(numerator >> BigInt(excess)) / Number(denominator >> BigInt(excess))
}

function zeros(length: number): number[] {
  // Used here only in ways in which it behaves like an array of numbers.
  return new Float64Array(length) as unknown as number[]
}
