/**
 * Random questions about up to four horses: the engine and plain enumeration give the same. `npm run sweep:inference`
 * asks two thousand.
 */
import t from 'tap'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { compareMany } from './random-run.js'

t.test('ninety random questions have the answers of plain enumeration', async (t) => {
  const { most, contradictions, failures } = compareMany(await shippedRuleset(), 90, 9_000)
  t.same(failures, [])
  t.ok(most < 1e-9, `differs by ${most} at most`)
  t.ok(contradictions > 0, `${contradictions} contradict themselves`)
})

t.test(
  'ninety questions with random likelihoods of observed coats have the posteriors of plain enumeration',
  async (t) => {
    const { most, contradictions, failures } = compareMany(await shippedRuleset(), 90, 20_000, {
      isWeighed: true,
    })
    t.same(failures, [])
    t.ok(most < 1e-9, `differs by ${most} at most`)
    t.ok(contradictions > 0, `${contradictions} contradict themselves`)
  },
)
