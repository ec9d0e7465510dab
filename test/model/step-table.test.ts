/** Steps of an automaton in a flat array: what is remembered is what is read, and where there is no room nothing is. */
import fc from 'fast-check'
import t from 'tap'
import { TransitionTable } from '../../src/model/phenotype/coat-automaton.js'

const step = fc.record({
  state: fc.nat(300),
  input: fc.nat(40),
  after: fc.oneof(fc.nat(500), fc.integer({ min: 0xfffd, max: 0x1_0001 })),
})

t.test('a step is known as it was last remembered, or not at all', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const table = new TransitionTable()
      const kept = new Map<string, number>()
      for (const { state, input, after } of steps) {
        table.remember(state, input, after)
        if (after < 0xffff) kept.set(`${state} ${input}`, after)
      }
      for (let state = 0; state <= 310; state++)
        for (let input = 0; input <= 70; input++)
          if (table.known(state, input) !== (kept.get(`${state} ${input}`) ?? -1)) return false
      return true
    }),
    { numRuns: 60 },
  )
})

t.test('a table that has no room left still tells what it knows', async (t) => {
  const table = new TransitionTable()
  table.remember(3, 2, 7)
  table.remember(2 ** 19, 5, 8)
  table.remember(0, 2 ** 21, 9)
  t.equal(table.known(3, 2), 7)
  t.equal(table.known(2 ** 19, 5), -1, 'too many states')
  t.equal(table.known(0, 2 ** 21), -1, 'too many inputs')
})
