/**
 * Parts of crosses are remembered: what one question left behind must not colour the answer to another.
 * Guarantees: the same question has the same answer, however often and after whatever other questions.
 */
import t from 'tap'
import { withMaximum, type RuleSet } from '../oracle/rule-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, PLAIN, type Further, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const withoutMemory = (used: RuleSet['ruleset']): RuleSet['ruleset'] => withMaximum(used, used.maxResults)

const MOTHER: Genes = { agouti: ['A', 'a'], extension: ['E', 'e'], kit: ['DW1', 'DW7'], matp: ['Cr', 'n'] }
const FATHER: Genes = { agouti: ['A', 'a'], extension: ['E', 'e'], kit: ['DW1'] }

interface Question {
  readonly mother: Genes
  readonly father: Genes
  readonly further: Further
}

/** Questions that differ in one thing each. */
const QUESTIONS: readonly Question[] = [
  ...[
    {},
    { lang: 'fr' },
    { has_IDK: 'true' },
    { limit: 1 },
    { limit: 2 },
    { group_by: 'coat' },
    { group_by: 'coat', limit: 2 },
    { group_by: 'coat', lang: 'fr' },
    { kit_linkage: { mother: ['E', 'DW7'], father: [] } },
    { kit_linkage: { mother: ['E', 'DW1'], father: [] } },
    { kit_linkage: { mother: [], father: ['E', 'DW1'] } },
    { kit_linkage: { mother: ['E', 'DW1'], father: ['E', 'DW1'] } },
    { kit_linkage: { mother: ['E', 'To'], father: [] } },
    { kit_linkage: { mother: ['E', 'Rn'], father: [] } },
    { kit_linkage: { mother: ['E', 'To'], father: [] }, lang: 'fr' },
    { kit_linkage: { mother: [], father: ['E', 'To'] } },
    { kit_linkage: { mother: ['DW1', 'DW7'], father: [] } },
  ].map((further) => ({ mother: MOTHER, father: FATHER, further })),
  { mother: { ...MOTHER, kit: ['DW1+DW7'] }, father: FATHER, further: {} },
  { mother: { ...MOTHER, kit: ['DW1+DW7', 'DW7'] }, father: FATHER, further: {} },
  { mother: { ...MOTHER, kit: ['DW1', 'DW7', 'To'] }, father: FATHER, further: {} },
  { mother: { ...MOTHER, kit: ['DW1', 'DW7', 'SW2'] }, father: FATHER, further: {} },
  { mother: { ...MOTHER, pax3: ['SW2', 'n'] }, father: FATHER, further: {} },
  { mother: { ...MOTHER, pax3: ['n', 'n'] }, father: FATHER, further: {} },
  { mother: { ...MOTHER, patn1: ['n', 'n'] }, father: FATHER, further: {} },
  { mother: MOTHER, father: { ...FATHER, patn1: ['PATN1', 'n'] }, further: {} },
  { mother: MOTHER, father: PLAIN, further: {} },
]

t.test('no question is answered with the memory of another', async (t) => {
  const texts = QUESTIONS.map(({ mother, father, further }) =>
    JSON.stringify(foals(withoutMemory(ruleset), mother, father, further)),
  )
  t.equal(new Set(texts).size, QUESTIONS.length, 'every question has an answer of its own')
  const used = withoutMemory(ruleset)
  const orders = [QUESTIONS, QUESTIONS, [...QUESTIONS].reverse()]
  for (const order of orders) {
    for (const question of order) {
      const { mother, father, further } = question
      const at = QUESTIONS.indexOf(question)
      t.equal(JSON.stringify(foals(used, mother, father, further)), texts[at], JSON.stringify(further))
    }
  }
})

t.test('the same question in another spelling has the same answer', async (t) => {
  const further = { kit_linkage: { mother: ['E', 'DW7'], father: [] } }
  const wanted = foals(ruleset, MOTHER, FATHER, further)
  const respelled = { ...MOTHER, extension: ['e', 'E'], kit: ['W7', 'W1'], matp: ['N', 'CR'] }
  const declared = { kit_linkage: { mother: ['W7', 'n', 'E'] } }
  t.strictSame(foals(ruleset, respelled, { ...FATHER, kit: ['n', 'DW1'] }, declared), wanted)
})
