/**
 * Mixed-radix numbers: a sequence of choices as one exact integer.
 * Guarantees: numbers over the same radices sort like their choices, the first choice being most significant.
 */

/** Appends a digit in the lowest place. */
export function append(number: bigint, radix: number, digit: number): bigint {
  return number * BigInt(radix) + BigInt(digit)
}

/** The digits of a number; the last digit belongs to the last radix. */
export function digits(number: bigint, radices: readonly number[]): readonly number[] {
  const found = radices.slice()
  let rest = number
  for (let i = radices.length - 1; i >= 0; i--) {
    const radix = BigInt(radices[i] ?? 1)
    found[i] = Number(rest % radix)
    rest /= radix
  }
  return found
}
