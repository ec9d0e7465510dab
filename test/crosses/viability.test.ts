/**
 * Foals that may not live: named, counted, never dropped.
 * Guarantees: percentages are per conception; only what the rules call lethal is taken from live foals; roan, W20,
 * tobiano and sabino 1 are viable with two copies.
 */
import t from 'tap'
import { openEdited } from '../oracle/rule-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, noteCodes, PLAIN, shares, sum, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const horse = (...kit: readonly string[]): Genes => ({ ...PLAIN, kit })

t.test('two DW1 carriers lose a quarter by suspicion, and the quarter stays in the list', async (t) => {
  const answer = foals(ruleset, horse('DW1'), horse('DW1'))
  t.strictSame(shares(answer, 'kit'), { DW1: 50, 'DW1/DW1': 25, n: 25 })
  t.equal(answer.suspected_loss_percentage, 25)
  t.equal(answer.live_foal_percentage, undefined, 'a suspicion is not subtracted')
  const [white, double, plain] = answer.results
  t.match(double, { coat: 'Dominant white', viability: { status: 'suspected', evidence: 'suspected' } })
  t.type(double?.viability?.cause, 'string')
  t.strictSame([white?.viability, plain?.viability], [undefined, undefined])
})

t.test(
  'grouped by coat, foals that may be lost stand apart from those of the same coat that live',
  async (t) => {
    const answer = foals(ruleset, horse('DW1'), horse('DW1'), { group_by: 'coat' })
    t.strictSame(
      answer.results.map(({ coat, percentage, viability }) => [coat, percentage, viability?.status]),
      [
        ['Dominant white', 50, undefined],
        ['Dominant white', 25, 'suspected'],
        ['Chestnut', 25, undefined],
      ],
    )
    t.equal(answer.suspected_loss_percentage, 25)
  },
)

for (const [variant, coat] of [
  ['DW20', 'Chestnut'],
  ['Rn', 'Red roan'],
  ['To', 'Chestnut tobiano'],
  ['SB1', 'White (sabino)'],
] as const) {
  t.test(`two carriers of ${variant} have viable foals only`, async (t) => {
    const answer = foals(ruleset, horse(variant), horse(variant))
    t.strictSame(shares(answer, 'kit'), { [variant]: 50, [`${variant}/${variant}`]: 25, n: 25 })
    t.equal(answer.results.find(({ genotype }) => genotype['kit']?.length === 2)?.coat, coat)
    t.notOk(answer.results.some(({ viability }) => viability !== undefined))
    const { suspected_loss_percentage, live_foal_percentage, notes } = answer
    t.strictSame(
      { suspected_loss_percentage, live_foal_percentage, notes },
      {
        suspected_loss_percentage: undefined,
        live_foal_percentage: undefined,
        notes: undefined,
      },
    )
  })
}

t.test('two different W variants in a foal give a note and no judgement', async (t) => {
  const answer = foals(ruleset, horse('DW1'), horse('DW21'))
  t.strictSame(shares(answer, 'kit'), { 'DW1/DW21': 25, DW1: 25, DW21: 25, n: 25 })
  t.strictSame(noteCodes(answer), ['two-different-w@results'])
  t.notOk(answer.results.some(({ viability }) => viability !== undefined))
  t.equal(answer.suspected_loss_percentage, undefined)
})

t.test(
  'the note on two different W variants stands once, whatever the number of foals, the limit or the grouping',
  async (t) => {
    const mother = { ...horse('DW1', 'DW21'), agouti: ['A', 'a'], extension: ['E', 'e'] }
    const father = { ...horse('DW1', 'DW5'), agouti: ['A', 'a'], extension: ['E', 'e'] }
    for (const further of [{}, { limit: 1 }, { group_by: 'coat' }]) {
      t.strictSame(noteCodes(foals(ruleset, mother, father, further)), ['two-different-w@results'])
    }
  },
)

t.test('two parents of which no foal can have two different W variants have no such note', async (t) => {
  t.strictSame(noteCodes(foals(ruleset, horse('DW1', 'DW21'), PLAIN)), [])
})

t.test('W5, W10 and W22 with themselves are suspected, one in four', async (t) => {
  for (const variant of ['DW5', 'DW10', 'DW22']) {
    t.equal(foals(ruleset, horse(variant), horse(variant)).suspected_loss_percentage, 25, variant)
  }
})

t.test('a variant on both copies counts as two, whatever lies beside it', async (t) => {
  const answer = foals(ruleset, horse('To+DW1', 'n'), horse('DW1'))
  t.strictSame(shares(answer, 'kit'), { 'To+DW1/DW1': 25, 'To+DW1': 25, DW1: 25, n: 25 })
  t.equal(answer.suspected_loss_percentage, 25)
})

t.test('what is lost is counted over the whole cross, whatever the limit', async (t) => {
  for (const further of [{ limit: 1 }, { limit: 2, group_by: 'coat' }, { limit: 50_000 }]) {
    t.equal(foals(ruleset, horse('DW1'), horse('DW1'), further).suspected_loss_percentage, 25)
  }
})

t.test('a linked declaration leaves the share of lost embryos as it is', async (t) => {
  const carrier = { ...horse('DW1'), extension: ['E', 'e'] }
  const answer = foals(ruleset, carrier, carrier, {
    kit_linkage: { mother: ['E', 'DW1'], father: ['e', 'DW1'] },
  })
  t.ok(Math.abs((answer.suspected_loss_percentage ?? NaN) - 25) <= 1e-9)
})

t.test('what the rules call lethal is subtracted from live foals and stays in the list', async (t) => {
  const { ruleset: strict } = await openEdited([
    {
      file: 'rules/epistasis/10-viability.yaml',
      from: '{ status: suspected, evidence: suspected, cause: homozygous-full-white }',
      to: '{ status: lethal, evidence: established, cause: homozygous-full-white }',
    },
  ])
  const answer = foals(strict, horse('DW1'), horse('DW1'))
  t.equal(answer.live_foal_percentage, 75)
  t.equal(answer.suspected_loss_percentage, undefined)
  t.strictSame(shares(answer, 'kit'), { DW1: 50, 'DW1/DW1': 25, n: 25 })
  t.equal(sum(answer), 100)

  const mixed = foals(strict, horse('DW1', 'DW5'), horse('DW1', 'DW5'), { limit: 1 })
  t.strictSame([mixed.live_foal_percentage, mixed.suspected_loss_percentage], [75, 25])

  const both = foals(strict, horse('DW1+DW5'), horse('DW1+DW5'))
  const doubled = both.results.find(({ genotype }) => genotype['kit']?.length === 2)
  t.equal(doubled?.viability?.status, 'lethal', 'of two rules that match, the gravest stands')
  t.strictSame([both.live_foal_percentage, both.suspected_loss_percentage], [75, undefined])

  t.equal(foals(strict, horse('DW1'), PLAIN).live_foal_percentage, undefined, 'nothing is said at 100')
  t.equal(foals(strict, horse('DW1', 'DW1'), horse('DW1', 'DW1')).live_foal_percentage, 0)
})

t.test('a cause is told in the language of the request', async (t) => {
  const cause = (lang: string): string | undefined =>
    foals(ruleset, horse('DW1'), horse('DW1'), { lang }).results[1]?.viability?.cause
  t.not(cause('fr'), cause('en'))
  t.match(cause('en'), /embryo/)
  t.match(cause('fr'), /embryon/)
})
