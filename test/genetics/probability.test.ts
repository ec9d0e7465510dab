/**
 * Exact shares: what a double can hold comes out to the last digit.
 */
import t from 'tap'
import { gcd, percentOf, reduced, type Distribution } from '../../src/genetics/probability.js'

t.test('a share whose divisor is a power of two is exact to the last digit', (t) => {
  t.equal(percentOf(1n, 8n), 12.5)
  t.equal(percentOf(9n, 64n), 14.0625)
  t.equal(percentOf(1n, 4n ** 9n), 0.0003814697265625)
  t.equal(percentOf(1n, 4n ** 20n), 100 / 4 ** 20)
  t.equal(percentOf(1n, 1n), 100)
  t.equal(percentOf(0n, 7n), 0)
  t.end()
})

t.test('a share is the same however large the weights that say it', (t) => {
  const scale = 3n ** 200n
  t.equal(percentOf(9n * scale, 64n * scale), 14.0625)
  t.equal(percentOf(45n * scale, 100n * scale), 45)
  t.equal(percentOf(1n * scale, 2000n * scale), 0.05)
  t.equal(percentOf(81n * scale, 400n * scale), 20.25)
  t.end()
})

t.test('thousandths times halves of one linked pair come out as one would write them', (t) => {
  for (let r = 0n; r <= 500n; r++) {
    t.equal(percentOf(r, 2000n), Number(`${r * 5n}e-2`), `r = ${r}/1000`)
  }
  t.end()
})

t.test('percentages of dyadic weights sum to 100 exactly', (t) => {
  const weights = Array.from({ length: 512 }, (_, i) => BigInt(i))
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  const filled = [...weights, 2n ** 20n - total]
  t.equal(
    filled.reduce((sum, weight) => sum + percentOf(weight, 2n ** 20n), 0),
    100,
  )
  t.end()
})

t.test('a share too fine for a double is the nearest one but for one rounding', (t) => {
  const [weight, total] = [12_345_678_901_234_567_891n, 98_765_432_109_876_543_211n]
  const exact = Number((weight * 10n ** 30n) / total) / 1e28
  t.ok(Math.abs(percentOf(weight, total) - exact) <= exact * 2 ** -51)
  t.end()
})

t.test('reducing changes no share', (t) => {
  const whole: Distribution<string> = { values: ['a', 'b'], weights: [6n, 18n], total: 24n }
  t.same(reduced(whole), { values: ['a', 'b'], weights: [1n, 3n], total: 4n })
  t.same(reduced(reduced(whole)), reduced(whole))
  t.equal(gcd(0n, 5n), 5n)
  t.equal(gcd(12n, 18n), 6n)
  t.end()
})
