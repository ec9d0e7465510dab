/**
 * Doubles and BigInt give the same integers, as long as doubles are exact.
 */
import fc from 'fast-check'
import t from 'tap'
import { BIG_INTS, DOUBLES } from '../../src/genetics/integers.js'

const digit = fc
  .integer({ min: 1, max: 40 })
  .chain((radix) => fc.tuple(fc.constant(radix), fc.nat(radix - 1)))

t.test('a number written digit by digit is read as it was written, in both sizes', async (t) => {
  fc.assert(
    fc.property(fc.array(digit, { maxLength: 9 }), (written) => {
      const radices = written.map(([radix]) => radix)
      const double = written.reduce((number, [radix, own]) => DOUBLES.append(number, radix, own), 0)
      const big = written.reduce((number, [radix, own]) => BIG_INTS.append(number, radix, own), 0n)
      t.equal(BigInt(double), big)
      t.strictSame(
        DOUBLES.digits(double, radices),
        written.map(([, own]) => own),
      )
      t.strictSame(BIG_INTS.digits(big, radices), DOUBLES.digits(double, radices))
    }),
    { numRuns: 200 },
  )
})

t.test('digits are exact up to the last integer that a double holds', async (t) => {
  const last = Number.MAX_SAFE_INTEGER
  for (const radix of [2, 3, 1000, 94_906_265]) {
    const radices = [radix, radix, radix]
    t.strictSame(DOUBLES.digits(last, radices), BIG_INTS.digits(BigInt(last), radices))
  }
})
