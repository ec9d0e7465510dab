/**
 * The dog of examples/: another animal, whole, of rule files alone. What its authors say of it is held here, so that
 * whoever copies it starts from a set that is true.
 */
import t from 'tap'
import type { Given } from '../../src/rules/tables.js'
import { DOG, openExample } from './example-sets.js'
import { readAnimal, testWholeSet } from './whole-set.js'

const ruleset = await openExample(DOG)

testWholeSet(ruleset, DOG, { known: 25, phenotypes: 500 })

t.test('what the albino hides is hidden, what the harlequin replaces is replaced', (t) => {
  const tokensOf = (each: Given): readonly string[] =>
    ruleset.phenotypes.of(readAnimal(ruleset, each)).coat.tokens
  const dane = {
    e_locus: ['E', 'E'],
    k_locus: ['KB', 'KB'],
    a_locus: ['Ay', 'Ay'],
    m_locus: ['M', 'm'],
    h_locus: ['H', 'h'],
  }
  t.same(tokensOf(dane), ['black', 'harlequin'])
  t.same(tokensOf({ ...dane, albinism: ['alb', 'alb'] }), ['albino'])
  t.end()
})
