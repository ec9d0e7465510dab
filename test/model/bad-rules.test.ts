/**
 * Rule sets of the right shape whose words do not hold together: each told by its exact diagnostics.
 */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import { ROOT } from '../phenotypes/shipped.js'
import { checkCases } from '../rules/cases.js'
import { trySmallRules, type SmallRules } from './small-rules.js'

const LANTERNFISH = fileURLToPath(new URL('test/fixtures/lanternfish/', ROOT))

t.test('the rule set that the cases spoil is sound itself', async (t) => {
  const { ruleset, diagnostics } = await openRuleset({
    rulesDir: `${LANTERNFISH}rules`,
    localesDir: `${LANTERNFISH}locales`,
    maxResults: 1000,
  })
  t.strictSame(diagnostics, [])
  t.ok(ruleset !== undefined)
})

t.test('the genotype that shows a gap or a conflict is a whole horse, ready to be asked', async (t) => {
  const loci: SmallRules['loci'] = {
    fin: { alleles: { F: {}, f: {} }, required: true, group: 'base' },
    lamp: { alleles: { B: {}, d: {} } },
  }
  const base = { hit: 'first', reads: [], rules: [{ id: 'base', when: {}, then: ['coat'] }] } as const
  const lit = { id: 'lit', when: { lamp: { has: 'B' } }, then: ['lit'] }
  const any = { id: 'any', when: {}, then: [] }
  for (const [code, rules] of [
    ['GAP', [lit]],
    ['CONFLICT', [lit, any]],
  ] as const) {
    const light = { hit: 'unique', reads: ['lamp'], rules } as const
    const { diagnostics } = await trySmallRules(t.testdir(), { loci, tables: { base, light } })
    t.strictSame(
      diagnostics.map((each) => each.code),
      [code],
    )
    t.match(
      diagnostics[0]?.what,
      /fin=\S+/,
      `${code}: required genes are never assumed, so it must name them`,
    )
  }
})

t.test('the compiler tells every fault at its place, with a fix', (t) => {
  checkCases(t, 'compile', async (folders) => {
    const { ruleset, diagnostics } = await openRuleset({ ...folders, maxResults: 1000 })
    if (ruleset !== undefined) throw new Error('a rule set with an error must not open')
    return diagnostics
  })
  t.end()
})
