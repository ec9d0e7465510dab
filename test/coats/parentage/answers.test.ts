/** What answers about a parentage say, and which questions are refused. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { PARENTAGE_TEXTS } from '../../../src/naming/parentage-texts.js'
import { checked, refused } from './asked.js'

const bay = { base: { extension: ['E', 'E'], agouti: ['A', 'A'] } }
const chestnut = { base: { extension: ['e', 'e'], agouti: ['A', 'A'] } }

t.test('every answer says that a coat never proves a parentage', (t) => {
  for (const question of [
    { foal: bay, mother: bay },
    { foal: bay, father: chestnut },
    { foal: bay, mother: chestnut, father: chestnut },
    { foal: { seen: 'grey' }, mother: { seen: 'bay' }, untested: 'population' },
  ])
    t.match(checked(question).notes[0], { code: 'parentage-excludes', text: /never proves/ })
  t.end()
})

t.test('no text says that an animal is not a parent', (t) => {
  const locales = ['en', 'de', 'fr'].map((language) => readFileSync(`locales/${language}.yaml`, 'utf8'))
  for (const text of [...Object.values(PARENTAGE_TEXTS), ...locales])
    t.notMatch(text, /not the (sire|father|dam|mother|parent)|nicht der (Vater|Hengst)|n'est pas le père/i)
  t.end()
})

t.test('one parent by itself is excluded with its own facts', (t) => {
  const { possible, excluded_by: sets } = checked({ foal: chestnut, mother: bay })
  t.equal(possible, false)
  t.match(sets, [
    {
      genes: ['extension'],
      parent: 'mother',
      facts: [{ field: 'foal.base.extension' }, { field: 'mother.base.extension' }],
    },
  ])
  t.end()
})

t.test('the answer says which parent alone is possible, if both were sent', (t) => {
  t.match(checked({ foal: chestnut, mother: bay, father: chestnut }), {
    if_only_mother: false,
    if_only_father: true,
  })
  t.notOk('if_only_mother' in checked({ foal: chestnut, mother: bay }))
  t.end()
})

t.test('a gene left out was not tested, and excludes nobody', (t) => {
  const grey = { ...bay, others: { grey: ['G', 'G'] } }
  t.equal(checked({ foal: bay, mother: grey }).possible, true)
  t.equal(checked({ foal: bay, mother: grey, untested: 'population' }).possible, true)
  const tested = { ...bay, others: { grey: ['n', 'n'] } }
  t.match(checked({ foal: tested, mother: grey }).excluded_by, [
    { genes: ['grey'], facts: [{ field: 'foal.others.grey', value: '["n","n"]' }, {}] },
  ])
  t.end()
})

t.test(
  'an observed coat that may be mistaken makes a parentage unlikely, and a certain one excludes it',
  (t) => {
    const question = (certain: boolean) => ({
      untested: 'population',
      foal: { seen: { coat: 'grey', certain } },
      mother: { seen: { coat: 'bay', certain } },
      father: { seen: { coat: 'chestnut', certain } },
    })
    t.match(checked(question(false)), {
      possible: true,
      excluded_by: [],
      unlikely: [{ genes: ['grey'], parent: 'pair' }],
    })
    t.match(checked(question(true)), {
      possible: false,
      excluded_by: [{ genes: ['grey'], parent: 'pair' }],
      unlikely: [],
    })
    t.end()
  },
)

t.test('several genes that only together exclude a parentage are all named', (t) => {
  // Without a black coat, a/a means chestnut, and so no E to hand on.
  const foal = { base: { extension: ['E', 'E'], agouti: ['A', 'a'] } }
  const mother = { base: { agouti: ['a', 'a'] }, seen: { lacks: ['black'], certain: true } }
  t.match(checked({ foal, mother }).excluded_by, [
    {
      genes: ['agouti', 'extension'],
      parent: 'mother',
      facts: [{ field: 'foal.base.extension' }, { field: 'mother.base.agouti' }, { field: 'mother.seen' }],
      why: /agouti and extension together/,
    },
  ])
  t.end()
})

t.test('the likelihood ratio is that of the population, gene by gene', (t) => {
  const loci = { extension: { frequencies: { E: 0.3, e: 0.7 } }, agouti: { frequencies: { A: 0.8, a: 0.2 } } }
  const population = { name: 'ours', loci, others: 'wild-type' }
  const { likelihood_ratio: ratio } = checked({
    population,
    foal: { base: { extension: ['E', 'e'], agouti: ['a', 'a'] } },
    mother: { base: { extension: ['e', 'e'], agouti: ['A', 'a'] } },
  })
  // extension: the father hands on E; agouti: the mother hands on a in half of cases.
  t.ok(Math.abs((ratio ?? 0) - (0.3 / (2 * 0.3 * 0.7)) * ((0.5 * 0.2) / 0.2 ** 2)) < 1e-5, `${ratio}`)
  const both = checked({
    population,
    foal: { base: { extension: ['?', '?'], agouti: ['A', 'A'] }, seen: { coat: 'chestnut', certain: true } },
    mother: { base: { extension: ['E', 'e'], agouti: ['A', 'A'] } },
    father: { base: { extension: ['?', '?'], agouti: ['A', 'A'] }, seen: { coat: 'bay', certain: true } },
  }).likelihood_ratio
  // A bay father is E/e with 2·0.3·0.7/(0.3² + 2·0.3·0.7).
  const carrier = 0.42 / 0.51
  t.ok(Math.abs((both ?? 0) - (0.25 * carrier) / 0.49 / 0.8 ** 2) < 1e-4, `${both}`)
  t.end()
})

t.test('there is no likelihood ratio without measured frequencies, or of an excluded parentage', (t) => {
  for (const population of [undefined, 'none', 'textbook'])
    t.notOk('likelihood_ratio' in checked({ foal: bay, mother: bay, population }), String(population))
  t.notOk('likelihood_ratio' in checked({ foal: chestnut, mother: bay, population: 'arabian-russia' }))
  t.end()
})

t.test('a question without a parent, and an animal that contradicts itself, are refused', (t) => {
  t.match(refused({ foal: bay }), { code: 'VALIDATION_MISSING_FIELD', details: { field: 'mother' } })
  t.match(refused({ mother: bay }), { code: 'VALIDATION_MISSING_FIELD', details: { field: 'foal' } })
  t.match(refused({ foal: bay, mother: { ...chestnut, seen: { coat: 'bay', certain: true } } }), {
    code: 'VALIDATION_CONTRADICTION',
    details: { field: 'mother.base.extension' },
  })
  t.match(refused({ foal: bay, mother: bay, sire: bay }), {
    details: { field: 'sire', expected: ['father'] },
  })
  t.end()
})
