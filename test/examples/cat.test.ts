/**
 * The cat of examples/: a set with a locus on the X chromosome. That what a tom shows follows from his one copy, and that
 * what hides is hidden.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import type { Given } from '../../src/rules/tables.js'
import { inGroups, openRules } from '../phenotypes/shipped.js'
import { CAT, openExample } from './example-sets.js'
import { readAnimal, testWholeSet } from './whole-set.js'
import { answerOffspring } from '../support/exact-answers.js'

const ruleset = await openExample(CAT)

testWholeSet(ruleset, CAT, { known: 40, phenotypes: 500 })

const coatOf = (given: Given): ReturnType<typeof ruleset.phenotypes.of>['coat'] =>
  ruleset.phenotypes.of(readAnimal(ruleset, given)).coat
const nameOf = (given: Given, language = 'en'): string => ruleset.nameOf(coatOf(given), language)

/** Each unordered pair of these alleles. */
function pairsOf(alleles: readonly string[]): readonly (readonly string[])[] {
  return alleles.flatMap((one, i) => alleles.slice(i).map((other) => [one, other]))
}

/** Every genotype at the loci other than orange; what long hair adds is the same for all. */
function* others(): Generator<Given> {
  for (const agouti of pairsOf(['A', 'a']))
    for (const brown of pairsOf(['B', 'b', 'bl']))
      for (const dilute of pairsOf(['D', 'd']))
        for (const white of pairsOf(['W', 'ws', 'w']))
          for (const tabby of pairsOf(['Tm', 'tb']))
            for (const colourpoint of pairsOf(['C', 'cb', 'cs']))
              yield { agouti, brown, dilute, white, tabby, colourpoint }
}

t.test('no tom is tortoiseshell, blue-cream, torbie or calico, whatever else he has', (t) => {
  const patched: string[] = []
  let toms = 0
  for (const rest of others()) {
    for (const orange of [['O'], ['o']]) {
      toms++
      if (coatOf({ orange, ...rest }).tokens.includes('tortoiseshell')) patched.push(JSON.stringify(rest))
    }
  }
  t.equal(toms, 2 * 3 * 6 * 3 * 6 * 3 * 6)
  t.same(patched, [])
  t.end()
})

t.test('a tom looks like the queen with two copies of his only one', (t) => {
  const different: string[] = []
  for (const rest of others()) {
    for (const allele of ['O', 'o']) {
      const [tom, queen] = [[allele], [allele, allele]].map((orange) =>
        coatOf({ orange, ...rest }).tokens.join(),
      )
      if (tom !== queen) different.push(`${allele} ${JSON.stringify(rest)}: ${tom}, ${queen}`)
    }
  }
  t.same(different, [])
  t.end()
})

t.test(
  'orange hides non-agouti and brown: every red cat is a tabby, and dominant white hides it all',
  (t) => {
    for (const agouti of pairsOf(['A', 'a'])) {
      for (const brown of pairsOf(['B', 'b', 'bl'])) {
        t.equal(nameOf({ orange: ['O'], agouti, brown }), 'Red mackerel tabby')
        t.equal(nameOf({ orange: ['O', 'O'], agouti, brown, dilute: ['d', 'd'] }), 'Cream mackerel tabby')
        t.equal(nameOf({ orange: ['O', 'o'], agouti, brown, white: ['W', 'ws'] }), 'White')
      }
    }
    t.same(coatOf({ orange: ['O'], agouti: ['a', 'a'], white: ['W', 'w'], longhair: ['l', 'l'] }).tokens, [
      'white',
      'longhair',
    ])
    t.end()
  },
)

t.test('the two colours of a queen have their names, in both languages', (t) => {
  const colours: readonly (readonly [
    readonly string[],
    readonly string[],
    string,
    string,
    string,
    string,
  ])[] = [
    [['B', 'B'], ['D', 'D'], 'Tortoiseshell', 'Calico', 'Écaille de tortue', 'Tricolore'],
    [
      ['b', 'bl'],
      ['D', 'd'],
      'Chocolate tortoiseshell',
      'Chocolate calico',
      'Écaille de tortue chocolat',
      'Tricolore chocolat',
    ],
    [
      ['bl', 'bl'],
      ['D', 'D'],
      'Cinnamon tortoiseshell',
      'Cinnamon calico',
      'Écaille de tortue cannelle',
      'Tricolore cannelle',
    ],
    [['B', 'b'], ['d', 'd'], 'Blue-cream', 'Dilute calico', 'Bleu crème', 'Tricolore dilué'],
    [['b', 'b'], ['d', 'd'], 'Lilac-cream', 'Lilac calico', 'Lilas crème', 'Tricolore lilas'],
    [['bl', 'bl'], ['d', 'd'], 'Fawn-cream', 'Fawn calico', 'Faon crème', 'Tricolore faon'],
  ]
  for (const [brown, dilute, plain, withWhite, uni, tricolore] of colours) {
    const queen = { orange: ['O', 'o'], agouti: ['a', 'a'], brown, dilute }
    t.equal(nameOf(queen), plain)
    t.equal(nameOf(queen, 'fr'), uni)
    t.equal(nameOf({ ...queen, white: ['ws', 'w'] }), withWhite)
    t.equal(nameOf({ ...queen, white: ['ws', 'ws'] }, 'fr'), tricolore)
  }
  t.end()
})

t.test('French words agree with a queen, and colours taken from a noun do not', async (t) => {
  const folder = t.testdir()
  cpSync(CAT.folder, folder, { recursive: true })
  const words = join(folder, 'locales/fr.yaml')
  writeFileSync(words, readFileSync(words, 'utf8').replace('gender: m', 'gender: f'))
  const queens = await openRules(pathToFileURL(`${folder}/`))
  for (const [more, name] of [
    [{ agouti: ['a', 'a'], white: ['ws', 'w'] }, 'Noire et blanche'],
    [{ agouti: ['A', 'a'] }, 'Brune tigrée'],
    [{ agouti: ['A', 'A'], brown: ['b', 'b'] }, 'Chocolat tigrée'],
    [{ orange: ['O', 'O'], agouti: ['a', 'a'], tabby: ['tb', 'tb'] }, 'Rousse marbrée'],
    [{ orange: ['O', 'o'], agouti: ['a', 'a'], dilute: ['d', 'd'], white: ['ws', 'w'] }, 'Tricolore diluée'],
  ] as const) {
    const { coat } = queens.phenotypes.of(readAnimal(queens, { orange: ['o', 'o'], ...more }))
    t.equal(queens.nameOf(coat, 'fr'), name)
  }
})

const SOLID = ['a', 'a'] as const

t.test(
  'tortoiseshell and red: a quarter each of red and tortoiseshell daughters, red and black sons',
  (t) => {
    const answer = kittens({ orange: ['O', 'o'], agouti: SOLID }, { orange: ['O'], agouti: SOLID })
    t.same(shares(answer), [
      ['f', 'Red mackerel tabby', 25],
      ['f', 'Tortoiseshell', 25],
      ['m', 'Red mackerel tabby', 25],
      ['m', 'Black', 25],
    ])
    t.end()
  },
)

t.test(
  'black queen and red tom: every daughter tortoiseshell, every son black; the other way every son red',
  (t) => {
    const [queen, tom] = [
      kittens({ orange: ['o', 'o'], agouti: SOLID }, { orange: ['O'], agouti: SOLID }),
      kittens({ orange: ['O', 'O'], agouti: SOLID }, { orange: ['o'], agouti: SOLID }),
    ]
    t.same(shares(queen), [
      ['f', 'Tortoiseshell', 50],
      ['m', 'Black', 50],
    ])
    t.same(shares(tom), [
      ['f', 'Tortoiseshell', 50],
      ['m', 'Red mackerel tabby', 50],
    ])
    t.end()
  },
)

function kittens(mother: Given, father: Given): OffspringAnswer {
  const fields = {
    mother: inGroups(ruleset, mother),
    father: inGroups(ruleset, father),
    group_by: 'coat,sex',
  }
  return answerOffspring(ruleset, fields, 'en').body
}

/** Sex, coat and percentage of each kitten. */
function shares({ results }: OffspringAnswer): readonly (readonly unknown[])[] {
  return results.map(({ sex, coat, percentage }) => [sex, coat, percentage])
}
