/**
 * Words of passports in questions: what answers say of them, where they are understood, and what they cost.
 */
import t from 'tap'
import { TextBudget } from '../../../src/operations/read/text-budget.js'
import { readCoat } from '../../../src/operations/read/observed/coat-name.js'
import { shippedRulesetAsWritten } from '../../phenotypes/shipped.js'
import type { Note } from '../../../src/operations/wording.js'
import { coats, refused, told, type Told } from './asked.js'

const ruleset = await shippedRulesetAsWritten()
const population = 'arabian-russia'
const OPEN = { extension: ['?', '?'], agouti: ['?', '?'] }
/** Nothing is known of these genes. */
const others = Object.fromEntries(
  ['matp', 'dun', 'silver', 'champagne', 'grey', 'kit', 'lp', 'patn1', 'mitf', 'frame'].map((gene) => [
    gene,
    ['?', '?'],
  ]),
)

const notesOf = ({ notes = [] }: Told): readonly Note[] =>
  notes.filter(({ code }) => code.startsWith('passport-'))

t.test('an answer says in its language what the words of a passport were read as', async (t) => {
  const said = (lang: string, seen: unknown) =>
    notesOf(told('result', { lang, population, base: OPEN, seen })).map(({ code, field, text }) => [
      code,
      field,
      text,
    ])
  t.same(said('en', 'dark bay'), [
    ['passport-shade', 'seen', '"dark bay" was read as Bay (shade, not genetic here: dark).'],
  ])
  t.same(said('fr', { coat: 'noir pangaré' }), [
    [
      'passport-shade',
      'seen.coat',
      '« noir pangaré » a été lu comme Bai / Noir (nuance, sans gène connu ici : noir pangaré).',
    ],
  ])
  t.same(said('de', { born: 'Dunkelfuchs' }), [
    [
      'passport-shade',
      'seen.born',
      '„Dunkelfuchs“ wurde gelesen als Fuchs (Farbton, hier nicht genetisch: Dunkelfuchs).',
    ],
  ])
})

t.test('a word for a part of a coat is told as any coat with it', async (t) => {
  const kit = { kit: ['Rn', '?'] }
  const [note] = notesOf(
    told('result', { lang: 'fr', population: 'none', base: OPEN, others: kit, seen: 'rouan' }),
  )
  t.equal(note?.text, '« rouan » a été lu comme toute robe avec rouan.')
})

t.test('names that are read as they stand have no such note', async (t) => {
  for (const seen of ['bay', 'Sorrel', 'Brauner', { coat: 'bai', certain: true }])
    t.same(notesOf(told('result', { population, base: OPEN, seen })), [])
})

t.test('words of passports are understood in wanted, with the place of each', async (t) => {
  const parents = { population, mother: { base: OPEN }, father: { base: OPEN } }
  const answer = told('generateChild', {
    ...parents,
    lang: 'en',
    foals: 2,
    wanted: ['bay', 'liver chestnut'],
  })
  t.same(
    notesOf(answer).map(({ field }) => field),
    ['wanted.1'],
  )
})

t.test('an animal that was observed as isabelle may be a dun, unless that is certain', async (t) => {
  const ask = (seen: unknown) => ({
    lang: 'fr',
    population: 'none',
    horses: [
      { id: 'x', base: { extension: ['E', 'E'], agouti: ['A', 'A'] }, others: { dun: ['D', 'D'] }, seen },
    ],
    ask: { coat: 'x' },
  })
  t.equal(notesOf(told('infer', ask('isabelle')))[0]?.text.startsWith('« isabelle » a été lu comme'), true)
  t.equal(refused('infer', ask({ coat: 'isabelle', certain: true })).code, 'VALIDATION_CONTRADICTION')
})

t.test('a foal born with a coat of several patterns may be grey today', async (t) => {
  const answer = told('result', {
    population: 'none',
    base: OPEN,
    others: { kit: ['To', 'n'], grey: ['G', 'n'] },
    seen: { born: 'bay pinto' },
  })
  t.ok(notesOf(answer).length > 0)
})

t.test('an unknown word is refused with the nearest ones, words of passports among them', async (t) => {
  const { code, details } = refused('result', { lang: 'en', population, base: OPEN, seen: 'apaloosa' })
  t.equal(code, 'VALIDATION_INVALID_FIELD')
  t.ok(details?.expected?.includes('appaloosa'), JSON.stringify(details?.expected))
})

t.test('sixty words of passports fit into the budget of a request, and none is free', async (t) => {
  const words = [
    'skewbald',
    'pie alezan',
    'Schecke',
    'bai brun pie',
    'white',
    'dark bay or brown',
    'Falbschecke',
  ]
  const budget = new TextBudget()
  for (let i = 0; i < 60; i++) {
    const before = budget.steps
    readCoat(ruleset, `${words[i % words.length] ?? ''}${' '.repeat(i)}`, 'seen', {
      language: 'en',
      budget,
      isLoose: true,
    })
    t.ok(budget.steps > before + 30)
  }
  const seen = (i: number) => ({ id: `h${i}`, base: OPEN, others, seen: words[i % words.length] })
  const horses = Array.from({ length: 60 }, (_, i) => seen(i))
  t.ok(coats.ask('coats.infer', { population: 'none', horses, ask: [{ coat: 'h0' }] }, 'en'))
})
