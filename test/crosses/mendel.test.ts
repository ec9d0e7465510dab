/**
 * Crosses that every textbook knows: ratios, dilutions, compound heterozygotes, and what a foal's genotype shows.
 * Guarantees: nothing here depends on linkage, so every number is exact.
 */
import t from 'tap'
import { listedWildTypes, shippedRuleset } from '../phenotypes/shipped.js'
import { coats, foals, PLAIN, shares, sum, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const BAY: Genes = { agouti: ['A', 'a'], extension: ['E', 'e'] }
const CHESTNUT: Genes = { agouti: ['A', 'A'], extension: ['e', 'e'] }

t.test('one dominant gene in two heterozygotes shows 3 : 1', async (t) => {
  const heterozygote = { agouti: ['A', 'A'], extension: ['E', 'e'] }
  const answer = foals(ruleset, heterozygote, heterozygote)
  t.strictSame(coats(answer), { Bay: 75, Chestnut: 25 })
  t.strictSame(
    answer.results.map(({ percentage, genotype }) => [percentage, genotype['extension']]),
    [
      [50, ['E', 'e']],
      [25, ['E', 'E']],
      [25, ['e', 'e']],
    ],
    'most probable first, then in the order of the alleles',
  )
})

t.test('recessive epistasis of two bays shows 9 : 3 : 4', async (t) => {
  t.strictSame(coats(foals(ruleset, BAY, BAY)), { Bay: 56.25, Black: 18.75, Chestnut: 25 })
  const grouped = foals(ruleset, BAY, BAY, { group_by: 'coat' }).results
  t.strictSame(
    grouped.map(({ coat, percentage, genotypes, genotype }) => {
      return [coat, percentage, genotypes, genotype['agouti'], genotype['extension']]
    }),
    [
      ['Bay', 56.25, 4, ['A', 'a'], ['E', 'e']],
      ['Chestnut', 25, 3, ['A', 'a'], ['e', 'e']],
      ['Black', 18.75, 2, ['a', 'a'], ['E', 'e']],
    ],
  )
})

t.test('two palominos give one chestnut, two palominos and one cremello in four', async (t) => {
  const palomino = { ...CHESTNUT, matp: ['Cr', 'n'] }
  const answer = foals(ruleset, palomino, palomino)
  t.strictSame(coats(answer), { Palomino: 50, Cremello: 25, Chestnut: 25 })
  t.strictSame(
    answer.results.map(({ coat }) => coat),
    ['Palomino', 'Cremello', 'Chestnut'],
  )
})

t.test('a double dilute gives every foal one cream', async (t) => {
  const cremello = { ...CHESTNUT, matp: ['Cr', 'Cr'] }
  t.strictSame(coats(foals(ruleset, cremello, CHESTNUT)), { Palomino: 100 })
  t.strictSame(coats(foals(ruleset, cremello, cremello)), { Cremello: 100 })
  t.strictSame(coats(foals(ruleset, cremello, { ...PLAIN, extension: ['E', 'E'] })), { Buckskin: 100 })
})

t.test('cream and pearl segregate as alleles of one gene', async (t) => {
  const pseudo = { ...CHESTNUT, matp: ['Cr', 'Prl'] }
  t.strictSame(shares(foals(ruleset, pseudo, CHESTNUT), 'matp'), { 'Cr/n': 50, 'Prl/n': 50 })
  t.strictSame(shares(foals(ruleset, pseudo, pseudo), 'matp'), { 'Cr/Prl': 50, 'Cr/Cr': 25, 'Prl/Prl': 25 })
  t.strictSame(coats(foals(ruleset, pseudo, pseudo)), {
    'Palomino pearl': 50,
    Cremello: 25,
    'Chestnut pearl': 25,
  })
  const carrier = { ...CHESTNUT, matp: ['n', 'Prl'] }
  t.strictSame(coats(foals(ruleset, carrier, { ...CHESTNUT, matp: ['Cr', 'n'] })), {
    'Palomino pearl': 25,
    Palomino: 25,
    Chestnut: 50,
  })
})

t.test(
  'a pearl mated to a plain horse gives only [Prl, n], which is accepted back as a parent',
  async (t) => {
    const answer = foals(ruleset, { ...CHESTNUT, matp: ['Prl', 'Prl'] }, CHESTNUT)
    t.strictSame(shares(answer, 'matp'), { 'Prl/n': 100 })
    const foal = answer.results[0]?.genotype ?? {}
    t.strictSame(shares(foals(ruleset, foal, foal), 'matp'), { 'Prl/n': 50, 'Prl/Prl': 25, 'n/n': 25 })
  },
)

t.test('nd1 and nd2 segregate, and neither makes a dun', async (t) => {
  const horse = { ...BAY, agouti: ['A', 'A'], extension: ['E', 'E'], dun: ['nd1', 'nd2'] }
  const answer = foals(ruleset, horse, horse)
  t.strictSame(shares(answer, 'dun'), { 'nd1/nd2': 50, 'nd1/nd1': 25, 'nd2/nd2': 25 })
  t.strictSame(coats(answer), { Bay: 100 })
  const dun = foals(ruleset, { ...horse, dun: ['D', 'nd1'] }, horse)
  t.strictSame(shares(dun, 'dun'), { 'D/nd1': 25, 'D/nd2': 25, 'nd1/nd1': 25, 'nd1/nd2': 25 })
  t.strictSame(coats(dun), { 'Bay dun': 50, Bay: 50 })
})

t.test('a chestnut hands on the silver and the agouti that it hides', async (t) => {
  const silver = { agouti: ['A', 'A'], extension: ['e', 'e'], silver: ['Z', 'Z'] }
  t.strictSame(coats(foals(ruleset, silver, { agouti: ['a', 'a'], extension: ['E', 'E'] })), {
    'Silver bay': 100,
  })
})

t.test('a gene left out is wild type, and the listed genes stand in every foal', async (t) => {
  const [foal] = foals(ruleset, CHESTNUT, CHESTNUT).results
  t.strictSame(foal?.genotype, {
    agouti: ['A', 'A'],
    extension: ['e', 'e'],
    ...listedWildTypes(ruleset),
  })
})

t.test('a further gene stands in every foal as soon as one parent names it', async (t) => {
  const named = { ...CHESTNUT, patn1: ['n', 'n'] }
  for (const answer of [foals(ruleset, named, CHESTNUT), foals(ruleset, CHESTNUT, named)]) {
    t.strictSame(shares(answer, 'patn1', 'pax3'), { 'n/n -': 100 })
  }
})

t.test('the order of alleles in a request changes nothing', async (t) => {
  const mother = { agouti: ['A', 'a'], extension: ['E', 'e'], matp: ['Cr', 'n'], kit: ['To', 'DW20'] }
  const turned = Object.fromEntries(Object.entries(mother).map(([gene, pair]) => [gene, [...pair].reverse()]))
  t.strictSame(foals(ruleset, turned, BAY), foals(ruleset, mother, BAY))
})

t.test('unlinked percentages are exact and add up to exactly 100', async (t) => {
  const genes = {
    matp: ['Cr', 'n'],
    dun: ['D', 'nd2'],
    grey: ['G', 'n'],
    lp: ['Lp', 'n'],
    champagne: ['Ch', 'n'],
  }
  const answer = foals(ruleset, { ...BAY, ...genes }, { ...BAY, ...genes })
  t.equal(answer.results.length, 3 ** 7)
  t.equal(sum(answer), 100)
  t.equal(answer.results[0]?.percentage, 100 / 2 ** 7)
  t.equal(answer.results.at(-1)?.percentage, 100 / 4 ** 7)
})
