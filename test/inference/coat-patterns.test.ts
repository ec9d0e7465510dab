/**
 * How far reading the patterns of an observed coat goes when there is no room for all of it.
 */
import t from 'tap'
import { readPatterns } from '../../src/inference/facts/coat-patterns.js'
import type { CoatPart } from '../../src/inference/facts/likelihood/read-part.js'
import type { CoatPattern } from '../../src/inference/question.js'

const TOKENS = ['a', 'b', 'c', 'd']
/** Four parts of a coat, each with a token of its own, shown or not. */
function partsWith(onWork: () => void): readonly CoatPart[] {
  return TOKENS.map((token) => ({
    tokens: new Set([token]),
    diagram: () => ({
      steps: 100,
      shown: [[token], []].map((tokens) => ({ isWhole: false, tokens, givenBy: new Map() })),
      genotypesWith: () => {
        onWork()
        return [new Map()]
      },
    }),
  }))
}
const patterns = TOKENS.map((token): CoatPattern => ({ exactly: [token], has: [], lacks: [] }))

t.test(
  'patterns are read no further than there is room for, and what they cost is told as more than that',
  (t) => {
    let worked = 0
    const parts = partsWith(() => worked++)
    const whole = readPatterns(parts, patterns)
    t.ok(whole.constraints.length > 0 && worked > 0)
    worked = 0
    const cheap = readPatterns(parts, patterns, 100)
    t.same([cheap.constraints, worked], [[], 0])
    t.ok(cheap.operations > 100 && cheap.operations < whole.operations)
    t.same(readPatterns(parts, patterns, whole.operations), whole, 'with just enough room all of it is read')
    t.end()
  },
)

t.test('the same part with the same outcomes is worked out once, however many patterns share it', (t) => {
  let worked = 0
  readPatterns(
    partsWith(() => worked++),
    patterns,
  )
  t.equal(worked, 2 * TOKENS.length, 'with its token and without')
  t.end()
})
