/**
 * Variants that are never seen apart (`always_with` in a gene file; W19 is never seen without W34).
 * Guarantees: lines of a laboratory that speak of one copy are read as one copy, with a note; what is read so is echoed so, and
 * is read the same again; nothing else changes; a rule author decides which variant brings which.
 */
import t from 'tap'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { openEdited } from '../oracle/rule-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, near, noteCodes, parent, PLAIN, refusal, shares, type Genes } from './stable.js'
import { answerResult } from '../support/exact-answers.js'

const ruleset = await shippedRuleset()
/** The same rules, where W34 brings W19 and not the other way round. */
const { ruleset: reversed } = await openEdited([
  { file: 'rules/genes/kit.yaml', from: '    always_with: DW34\n', to: '' },
  { file: 'rules/genes/kit.yaml', from: '  DW34:\n', to: '  DW34:\n    always_with: DW19\n' },
])
const horse = (...kit: readonly string[]): Genes => ({ ...PLAIN, kit })

function told(rules: Ruleset, ...kit: readonly string[]): { kit: unknown; notes: readonly string[] } {
  const { others, notes = [] } = answerResult(rules, parent(horse(...kit)), 'en').body
  return { kit: others['kit'], notes: notes.map(({ code, field }) => `${code}@${field}`) }
}
const NOTE = ['always-together@others.kit']
const bred = (rules: Ruleset, ...kit: readonly string[]): Record<string, number> =>
  shares(foals(rules, horse(...kit), PLAIN), 'kit')

t.test('two lines of a laboratory are one copy: half of the foals have both, half neither', async (t) => {
  for (const rules of [ruleset, reversed])
    for (const kit of [['DW19', 'DW34'], ['W34', 'W19'], ['DW19+DW34'], ['DW19', 'DW34', 'unphased']])
      t.strictSame(bred(rules, ...kit), { 'DW19+DW34': 50, n: 50 }, kit.join())
  t.strictSame(told(ruleset, 'DW34', 'DW19'), { kit: ['DW19+DW34'], notes: NOTE })
})

t.test('one line of the variant that brings the other is read as both, and told', async (t) => {
  t.strictSame(told(ruleset, 'DW19'), { kit: ['DW19+DW34'], notes: NOTE })
  t.strictSame(told(ruleset, 'DW34'), { kit: ['DW34'], notes: [] }, 'W34 comes without W19')
  t.strictSame(told(reversed, 'DW34'), { kit: ['DW19+DW34'], notes: NOTE }, 'as a rule author decides')
  t.strictSame(told(reversed, 'DW19'), { kit: ['DW19'], notes: [] })
})

t.test(
  'the note names both, in the language of the answer, and a cross has it for each parent',
  async (t) => {
    const answer = foals(ruleset, horse('DW19'), horse('DW19', 'DW34'))
    t.strictSame(noteCodes(answer), [
      'always-together@mother.others.kit',
      'always-together@father.others.kit',
    ])
    t.match(answer.notes?.[0]?.text, /^DW19, DW34: /)
    const texts = ['en', 'fr', 'de'].map(
      (language) => answerResult(ruleset, parent(horse('DW19')), language).body.notes?.[0]?.text,
    )
    t.equal(new Set(texts).size, 3)
  },
)

t.test('what is echoed is read the same again, without a note where it says it itself', async (t) => {
  for (const kit of [
    ['DW19'],
    ['DW19', 'DW34'],
    ['DW19', 'To'],
    ['DW19', 'DW19'],
    ['DW19+To', 'DW34'],
    ['DW19', 'To', 'unphased'],
    ['To', 'Rn', 'DW19'],
    ['DW19', 'DW19', 'DW34'],
  ]) {
    const echo = told(ruleset, ...kit).kit as readonly string[]
    t.strictSame(told(ruleset, ...echo).kit, echo, kit.join())
    t.strictSame(bred(ruleset, ...echo), bred(ruleset, ...kit), kit.join())
  }
  t.strictSame(told(ruleset, 'DW19+DW34').notes, [])
})

t.test('on the other copy, on both, and in lists', async (t) => {
  t.strictSame(bred(ruleset, 'DW19', 'To'), { To: 50, 'DW19+DW34': 50 })
  t.strictSame(bred(ruleset, 'DW19', 'DW19'), { 'DW19+DW34': 100 })
  t.strictSame(bred(ruleset, 'DW34', 'DW34'), { DW34: 100 })
  t.strictSame(bred(ruleset, 'DW19+To', 'DW34'), { 'To+DW19+DW34': 50, DW34: 50 }, 'written as copies')
  t.strictSame(bred(ruleset, 'To', 'DW19', 'unphased'), {
    'To+DW19+DW34': 25,
    'DW19+DW34': 25,
    To: 25,
    n: 25,
  })
  t.strictSame(bred(ruleset, 'To', 'DW19', 'DW34'), bred(ruleset, 'To', 'DW19', 'unphased'))
  t.strictSame(bred(ruleset, 'To', 'DW34', 'unphased'), { 'To+DW34': 25, DW34: 25, To: 25, n: 25 })
  t.strictSame(told(ruleset, 'To', 'DW19', 'unphased').kit, ['To', 'DW19', 'DW34'])
})

t.test('a list of six may bring more, and is echoed and read with it', async (t) => {
  const six = ['To', 'Rn', 'SB1', 'DW5', 'DW19', 'DW20']
  const echo = ['To', 'Rn', 'SB1', 'DW5', 'DW19', 'DW20', 'DW34']
  t.strictSame(told(ruleset, ...six).kit, echo)
  t.strictSame(told(ruleset, ...echo).kit, echo)
  t.equal(Object.keys(bred(ruleset, ...six)).length, 64, 'as of six that bring nothing')
  t.equal(refusal(() => foals(ruleset, horse(...six, 'DW10'), PLAIN)).code, 'VALIDATION_INVALID_GENES')
})

t.test('linked with extension the copy goes as one: 45 %', async (t) => {
  const mother = { ...horse('DW19', 'DW34'), extension: ['E', 'e'] }
  const answer = foals(ruleset, mother, PLAIN, { kit_linkage: { mother: ['E', 'DW34'], father: [] } })
  const wanted = { 'E/e DW19+DW34': 45, 'e/e n': 45, 'E/e n': 5, 'e/e DW19+DW34': 5 }
  t.ok(near(shares(answer, 'extension', 'kit'), wanted))
})
