/**
 * Exact integers in two sizes: doubles, as long as nothing reaches 2^53, and BigInt, which has no end but costs
 * an allocation for each result.
 * Guarantees: the same results in both; who computes chooses by the largest result there can be.
 */
export interface Integers<N extends number | bigint> {
  readonly of: (value: bigint) => N
  readonly times: (a: N, b: N) => N
  readonly plus: (a: N, b: N) => N
  /** One more digit at the end of a mixed-radix number. */
  readonly append: (number: N, radix: number, digit: number) => N
  /** The digits of such a number, the last one of the last radix. */
  readonly digits: (number: N, radices: readonly number[]) => readonly number[]
}

export const DOUBLES: Integers<number> = {
  of: Number,
  times: (a, b) => a * b,
  plus: (a, b) => a + b,
  append: (number, radix, digit) => number * radix + digit,
  digits: (number, radices) => {
    const digits = radices.slice()
    let rest = number
    for (let i = radices.length - 1; i >= 0; i--) {
      const radix = radices[i] ?? 1
      const digit = rest % radix
      digits[i] = digit
      rest = (rest - digit) / radix
    }
    return digits
  },
}

export const BIG_INTS: Integers<bigint> = {
  of: (value) => value,
  times: (a, b) => a * b,
  plus: (a, b) => a + b,
  append: (number, radix, digit) => number * BigInt(radix) + BigInt(digit),
  digits: (number, radices) => {
    const digits = radices.slice()
    let rest = number
    for (let i = radices.length - 1; i >= 0; i--) {
      const radix = BigInt(radices[i] ?? 1)
      digits[i] = Number(rest % radix)
      rest /= radix
    }
    return digits
  },
}
