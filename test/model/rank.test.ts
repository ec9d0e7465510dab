/**
 * The order of combinations, most probable first, found lazily.
 */
import fc from 'fast-check'
import t from 'tap'
import { rankBlocks } from '../../src/model/cross/ranked-products.js'
import { piledUp } from '../old-generation.js'

interface Ranked {
  readonly choice: readonly number[]
  readonly weight: bigint
}

const copied = (
  choices: Iterable<{ readonly choice: ArrayLike<number>; readonly weights: readonly [bigint] }>,
): readonly Ranked[] =>
  Array.from(choices, ({ choice, weights: [weight] }) => ({ choice: Array.from(choice), weight }))

const factors = fc.array(fc.array(fc.bigInt(1n, 4n), { minLength: 1, maxLength: 5 }), { maxLength: 5 })

/** 729 combinations of few products. */
const MANY = Array.from({ length: 6 }, () => [1n, 2n, 2n])

t.test('the heaviest come first, and of equal ones the first in canonical order', async (t) => {
  fc.assert(
    fc.property(factors, (weights) => {
      const ranked = copied(rankBlocks(weights, weights.length).blocks())
      const isWeighed = ({ choice, weight }: Ranked): boolean =>
        weight === choice.reduce((product, value, factor) => product * (weights[factor]?.[value] ?? 0n), 1n)
      const isInOrder = ({ choice, weight }: Ranked, i: number): boolean => {
        const before = ranked[i - 1]
        if (before === undefined || before.weight > weight) return true
        return before.weight === weight && isBefore(before.choice, choice)
      }
      const all = weights.reduce((product, each) => product * each.length, 1)
      return ranked.length === all && ranked.every(isWeighed) && ranked.every(isInOrder)
    }),
    { numRuns: 30, examples: [[MANY]] },
  )
  t.pass('after every choice of factors')
})

t.test('a factor without a value leaves nothing to combine', async (t) => {
  t.same(copied(rankBlocks([[1n, 2n], []], 2).blocks()), [])
})

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

t.test('walks that have ended do not pile up until everything is collected', async (t) => {
  const weights = Array.from({ length: 7 }, () => [1n, 2n, 3n])
  const walk = (): void => {
    for (const block of rankBlocks(weights, 3).blocks())
      if (block.weights[0] === 0n) throw new Error('no weight')
  }
  for (let i = 0; i < 500; i++) walk()
  // What the engine itself does on a loaded machine may come once; what piles up comes with every thousand walks.
  const grown: number[] = []
  while (grown.length < 3 && (grown.at(-1) ?? Infinity) >= 2) grown.push(await piledUp(1000, 10, walk))
  t.ok(
    (grown.at(-1) ?? Infinity) < 2,
    `${grown.map((mib) => mib.toFixed(1)).join(', ')} MiB, each of 1000 walks`,
  )
})
