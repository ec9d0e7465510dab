import t from 'tap'
import { compileModel } from '../../src/model/compile/compile.js'
import { loadRules } from '../../src/rules/load.js'
import { shippedRulesetAsWritten } from '../phenotypes/shipped.js'
import { unmetExpectations } from './shipped-expectations.js'
import { wilson } from '../../src/rules/tables/population-table.js'

t.test("the shipped populations' frequencies are exact and sum to 1", async (t) => {
  const { tables } = loadRules({ rulesDir: 'rules', localesDir: 'locales' })
  if (tables === undefined) throw new Error('the shipped rules must load')
  const { model } = await compileModel(tables)
  t.same([...(model?.populations.keys() ?? [])], ['arabian-russia', 'hucul-poland', 'kabardian', 'textbook'])
  for (const { key, loci } of model?.populations.values() ?? []) {
    for (const [locus, copies] of loci) {
      const common = copies.reduce((product, { best }) => product * best.denominator, 1n)
      const sum = copies.reduce((all, { best }) => all + (best.numerator * common) / best.denominator, 0n)
      t.equal(sum, common, `${key}, locus ${locus}`)
      for (const { best, low, high } of copies) {
        t.ok(low.numerator * best.denominator <= best.numerator * low.denominator, 'low is not above')
        t.ok(best.numerator * high.denominator <= high.numerator * best.denominator, 'high is not below')
      }
    }
  }
  const extension = model?.populations.get('arabian-russia')?.loci.get(1)?.[0]
  t.same(extension?.best, { numerator: 41n, denominator: 160n })
})

t.test(
  'the shipped shares are those published, and coats are taken for those that they look like',
  async (t) => {
    t.same(unmetExpectations(await shippedRulesetAsWritten()), [])
  },
)

t.test("Wilson's interval is that of the literature, and never leaves 0 to 1", async (t) => {
  const rounded = (share: number, of: number) =>
    Object.values(wilson(share, of)).map((end) => Number(end.toFixed(4)))
  // Newcombe 1998, Statistics in Medicine 17:857, table I.
  t.same(rounded(81, 263), [0.2553, 0.3662])
  t.same(rounded(15, 148), [0.0624, 0.1605])
  t.same(rounded(0, 20), [0, 0.1611])
  t.same(rounded(1, 29), [0.0061, 0.1718])
})
