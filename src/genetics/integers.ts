/**
 * Mixed-radix numbers: choices one after the other as one exact integer.
 * Guarantees: of choices from the same lists the numbers stand in the order of the choices, the first one counting most.
 */

/** One more digit at the end. */
export function append(number: bigint, radix: number, digit: number): bigint {
  return number * BigInt(radix) + BigInt(digit)
}

/** The digits of a number, the last one of the last radix. */
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
