/**
 * Choices one after the other as one integer, and back.
 */
import fc from 'fast-check'
import t from 'tap'
import { append, digits } from '../../src/genetics/integers.js'

const digit = fc
  .integer({ min: 1, max: 100_000 })
  .chain((radix) => fc.tuple(fc.constant(radix), fc.nat(radix - 1)))

t.test('a number written digit by digit is read as it was written, however large', async (t) => {
  fc.assert(
    fc.property(fc.array(digit, { maxLength: 30 }), (written) => {
      const number = written.reduce((sofar, [radix, own]) => append(sofar, radix, own), 0n)
      t.strictSame(
        digits(
          number,
          written.map(([radix]) => radix),
        ),
        written.map(([, own]) => own),
      )
    }),
    { numRuns: 200 },
  )
})

t.test('numbers stand in the order of the choices, the first one counting most', async (t) => {
  const numbers = [0, 1, 2].flatMap((first) =>
    [0, 1].map((second) => append(append(0n, 3, first), 2, second)),
  )
  t.strictSame(numbers, [0n, 1n, 2n, 3n, 4n, 5n])
})
