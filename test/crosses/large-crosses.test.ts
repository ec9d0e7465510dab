/**
 * Crosses with more possibilities than one answer may hold, and the largest that it may.
 * Guarantees: nothing is cut off silently; a refusal states the exact number.
 */
import t from 'tap'
import { fractionEdits, openEdited, withMaximum } from '../oracle/rule-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, PLAIN, refusal, sum, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
/** Two parents, heterozygous at all nine listed genes in the way that gives most foals. */
const MOTHER: Genes = {
  agouti: ['A', 'a'],
  extension: ['E', 'e'],
  matp: ['Cr', 'Prl'],
  dun: ['D', 'nd1'],
  silver: ['Z', 'n'],
  champagne: ['Ch', 'n'],
  grey: ['G', 'n'],
  kit: ['To', 'DW20'],
  lp: ['Lp', 'n'],
}
const FATHER: Genes = { ...MOTHER, matp: ['Cr', 'n'], dun: ['D', 'nd2'], kit: ['Rn', 'SB1'] }
const PATTERN: Genes = { patn1: ['PATN1', 'n'] }

t.test('the worst cross of the nine listed genes has 46 656 foals, all listed and exact', async (t) => {
  const answer = foals(ruleset, MOTHER, FATHER)
  t.equal(answer.results.length, 46_656)
  t.equal(new Set(answer.results.map(({ genotype }) => JSON.stringify(genotype))).size, 46_656)
  t.equal(sum(answer), 100)
  t.equal(answer.results[0]?.percentage, 100 / 2 ** 6 / 4 ** 3)
  t.equal(answer.results.at(-1)?.percentage, 100 / 4 ** 9)
  t.equal(100 / 4 ** 9, 0.0003814697265625)
})

t.test('the worst cross grouped by coat holds all of its genotypes', async (t) => {
  const { results } = foals(ruleset, MOTHER, FATHER, { group_by: 'coat' })
  t.equal(
    results.reduce((all, { genotypes = NaN }) => all + genotypes, 0),
    46_656,
  )
  t.equal(
    results.reduce((all, { percentage }) => all + percentage, 0),
    100,
  )
})

t.test('a larger cross is refused with its exact number, and says the ways out', async (t) => {
  const refused = refusal(() => foals(ruleset, { ...MOTHER, ...PATTERN }, { ...FATHER, ...PATTERN }))
  t.strictSame([refused.status, refused.code], [400, 'RESULT_TOO_LARGE'])
  t.strictSame([refused.details?.field, refused.details?.value], ['limit', 139_968])
  t.match(refused.message, /limit.*group_by/)
})

t.test('a larger cross is answered with a limit, which says what is left out', async (t) => {
  const answer = foals(ruleset, { ...MOTHER, ...PATTERN }, { ...FATHER, ...PATTERN }, { limit: 3 })
  t.equal(answer.results.length, 3)
  t.equal(answer.total_results, 139_968)
  t.equal(answer.returned_percentage, 3 * (100 / 2 ** 7 / 4 ** 3))
})

t.test('a larger cross is answered grouped by coat', async (t) => {
  const { results } = foals(
    ruleset,
    { ...MOTHER, ...PATTERN },
    { ...FATHER, ...PATTERN },
    { group_by: 'coat' },
  )
  t.equal(
    results.reduce((all, { genotypes = NaN }) => all + genotypes, 0),
    139_968,
  )
})

t.test('the number counts unordered pairs of what unphased lists can hand on', async (t) => {
  const list = { ...MOTHER, kit: ['To', 'Rn', 'SB1', 'DW5', 'DW7', 'DW20'] }
  const refused = refusal(() => foals(ruleset, list, { ...list, matp: ['Cr', 'n'], dun: ['D', 'nd2'] }))
  // 64 different copies of KIT from either parent: 64 · 65 / 2 pairs.
  t.equal(refused.details?.value, 2080 * 4 * 4 * 3 ** 6)
})

t.test('exactly as many as may be held are answered, one more is refused', async (t) => {
  const carrier = { ...PLAIN, extension: ['E', 'e'], agouti: ['A', 'a'] }
  const enough = withMaximum(ruleset, 9)
  t.equal(foals(enough, carrier, carrier).results.length, 9)
  const scarce = withMaximum(ruleset, 8)
  const { details } = refusal(() => foals(scarce, carrier, carrier))
  t.equal(details?.value, 9)
})

t.test('grouped by coat, the maximum holds for coats', async (t) => {
  const carrier = { ...PLAIN, extension: ['E', 'e'], agouti: ['A', 'a'] }
  const grouped = { group_by: 'coat' }
  t.equal(foals(withMaximum(ruleset, 3), carrier, carrier, grouped).results.length, 3)
  const small = withMaximum(ruleset, 2)
  const { code, details } = refusal(() => foals(small, carrier, carrier, grouped))
  t.strictSame([code, details?.value], ['RESULT_TOO_LARGE', 3])
  const limited = foals(small, carrier, carrier, { ...grouped, limit: 2 })
  t.strictSame([limited.results.length, limited.total_results, limited.returned_percentage], [2, 3, 81.25])
})

t.test('what cannot happen is not counted', async (t) => {
  const { ruleset: edited } = await openEdited(fractionEdits(['0', '0', '0', '0']))
  const tight = withMaximum(edited, 2)
  const mother = { ...PLAIN, extension: ['E', 'e'], kit: ['DW7'] }
  const declared = { kit_linkage: { mother: ['E', 'DW7'] } }
  t.equal(foals(tight, mother, PLAIN, declared).results.length, 2)
  t.equal(refusal(() => foals(tight, mother, PLAIN)).details?.value, 4)
})

t.test('a limit is a whole number from 1 to the maximum', async (t) => {
  for (const limit of [0, -1, 1.5, 50_001, 'ten', '', '1e3', true, [10], NaN]) {
    const refused = refusal(() => foals(ruleset, PLAIN, PLAIN, { limit }))
    t.strictSame([refused.code, refused.details?.field], ['VALIDATION_INVALID_FIELD', 'limit'], String(limit))
  }
  for (const limit of [1, '1', 50_000, '50000'])
    t.equal(foals(ruleset, PLAIN, PLAIN, { limit }).total_results, 1)
})
