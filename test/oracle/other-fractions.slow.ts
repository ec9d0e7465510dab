/**
 * The cross evaluator against brute force under other recombination fractions than the shipped ones.
 * Guarantees: each fraction belongs to its own pair of loci (shipped, two of them are equal and could be mistaken
 * for one another), and the ends of the scale, 0 and 0.5, hold.
 */
import fc from 'fast-check'
import t from 'tap'
import { everyFoal } from './brute-force.js'
import { factsOf } from './facts.js'
import { askCross, judgeList } from './judge.js'
import { randomCross } from './random-parents.js'
import { fractionEdits, openEdited } from './rule-sets.js'

const SEED = Number(process.env['CROSS_SEED'] ?? 20_260_722)

for (const fractions of [
  ['0.05', '0.21', '0.013', '0.3'],
  ['0', '0', '0', '0'],
  ['0.5', '0.5', '0.5', '0.5'],
  ['0', '0.499', '0.001', '0.5'],
] as const) {
  t.test(`fractions ${fractions.join(', ')} give the foals of brute force`, async (t) => {
    const { ruleset, tables } = await openEdited(fractionEdits(fractions))
    const facts = factsOf(tables)
    fc.assert(
      fc.property(randomCross, (cross) => {
        const expected = everyFoal(facts, cross.mother, cross.father, 1_500)
        fc.pre(expected !== undefined)
        if (expected !== undefined) judgeList(askCross(ruleset, cross), expected)
      }),
      { seed: SEED, numRuns: 60 },
    )
    t.pass()
  })
}
