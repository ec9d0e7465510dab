/**
 * What `robe rules explain` tells of a rule is what the engine found, condition by condition.
 */
import t from 'tap'
import { readGenotyped } from '../../src/operations/read/animal.js'
import { conditionTexts } from '../../src/workbench/check/rule-texts.js'
import { explainHorse, mostDeciding } from '../../src/workbench/explain.js'
import { resolveRules } from '../../src/model/compile/resolve.js'
import { BLACK } from '../phenotypes/asking.js'
import { inGroups, shippedRuleset } from '../phenotypes/shipped.js'

const ruleset = await shippedRuleset()
const { model } = ruleset

t.test('each condition of each shipped rule has its phrase', (t) => {
  for (const table of model.source.tables) {
    const resolved = resolveRules(table, model.loci, model.sexes?.heterogametic, [])
    table.rules.forEach((rule, index) => {
      const { conditions = [], token = [], noToken = [] } = resolved[index] ?? {}
      t.equal(conditionTexts(rule).length, conditions.length + token.length + noToken.length, rule.id)
    })
  }
  t.end()
})

t.test('a rule for females fails a stallion by its sex, and says so', async (t) => {
  const { genotype } = readGenotyped(ruleset, inGroups(ruleset, { ...BLACK, brindle: ['BR1', 'Y'] }), '', {
    otherwise: 'of-two-copies',
  })
  const { tables } = await explainHorse(ruleset, genotype, 'en')
  const rules = tables.flatMap((table) => table.rules)
  const stripes = rules.find(({ rule }) => rule === 'brindle-stripes')
  t.equal(stripes?.status, 'fails')
  t.strictSame(stripes?.conditions.at(-1), { text: 'female', holds: false })
  t.equal(stripes?.conditions.filter(({ holds }) => !holds).length, 1)
})

t.test('what follows the sex keeps its own truth', (t) => {
  t.strictSame(
    conditionTexts({
      ...(model.source.tables[0]?.rules[0] as Parameters<typeof conditionTexts>[0]),
      when: { lamp: { has: 'L' } },
      sex: 'female',
      token: ['lit'],
      noToken: ['dark'],
    }),
    ['lamp has L', 'female', 'lit given', 'dark not given'],
  )
  t.end()
})

t.test(
  'the most deciding rules are those that give what is seen, first what hides, then what asks for more',
  async (t) => {
    const horse = {
      extension: ['E', 'e'],
      agouti: ['A', 'a'],
      matp: ['Cr', 'n'],
      grey: ['G', 'n'],
      kit: ['W5', 'W22'],
    }
    const decided = async (
      given: Readonly<Record<string, readonly string[]>>,
    ): Promise<readonly string[]> => {
      const { genotype } = readGenotyped(ruleset, inGroups(ruleset, given), '')
      return mostDeciding(await explainHorse(ruleset, genotype, 'en'), 3).map(({ rule }) => rule)
    }
    const { kit, ...coloured } = horse
    t.ok(kit)
    t.strictSame(await decided(coloured), ['base-bay', 'cream-single', 'grey-present'])
    t.strictSame(await decided(horse), ['white-two-partial'], 'what hides all else decides alone')
  },
)
