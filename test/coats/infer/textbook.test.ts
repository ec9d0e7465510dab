/**
 * The textbook population: questions without figures are answered, as an assumption that says so.
 */
import t from 'tap'
import { noted, refused, shares, told } from './asked.js'

const unknown = ['?', '?']
const untested = { untested: 'population' }
const textbook = { population: 'textbook' }
const NOTE =
  'Textbook assumption, not based on measured frequencies: E/e and A/a equally likely, other untested genes absent.'

t.test('a bay mare, untested, and a grey stallion have foals', (t) => {
  const horses = [
    { id: 'mare', seen: 'bay', ...untested },
    { id: 'stallion', seen: 'grey', ...untested },
  ]
  const answer = told('infer', { ...textbook, horses, ask: [{ foal: ['mare', 'stallion'] }] })
  const [foal] = answer.answers
  if (foal?.ask !== 'foal') throw new Error('another answer')
  // The mare is E/- A/-: an e from her has 1/3, an a too; the stallion's base is unknown, and he is G/n.
  t.same(shares(foal), [
    ['Grey (born bay)', 34.7222],
    ['Bay', 34.7222],
    ['Grey (born chestnut)', 8.33333],
    ['Chestnut', 8.33333],
    ['Grey (born black)', 6.94444],
    ['Black', 6.94444],
  ])
  t.equal(answer.estimated, true)
  t.equal(answer.evidence, undefined, 'the assumed grey has no probability')
  t.same(answer.population, { population: 'textbook', name: 'Textbook assumption' })
  t.equal(noted(answer, 'estimate-convention'), NOTE)
  t.equal(noted(answer, 'estimate-population'), undefined, 'nobody counted')
  const base = { extension: unknown, agouti: unknown }
  const named = told('generateChild', {
    ...textbook,
    mother: { base, seen: 'bay', ...untested },
    father: { base, seen: 'grey', ...untested },
  })
  t.same(shares(named), shares(foal))
  t.end()
})

t.test('the note is told in the language of the answer', (t) => {
  const palomino = { ...textbook, base: { extension: ['e', 'e'], agouti: unknown } }
  t.equal(
    noted(told('result', { ...palomino, lang: 'fr' }), 'estimate-convention'),
    "Hypothèse d'école, sans fréquences mesurées : E/e et A/a supposés également probables, les autres gènes non testés sans variant.",
  )
  t.equal(
    noted(told('result', { ...palomino, lang: 'de' }), 'estimate-convention'),
    'Lehrbuchannahme, keine gemessenen Häufigkeiten: E/e und A/a gleich wahrscheinlich, andere nicht getestete Gene ohne Variante.',
  )
  t.end()
})

t.test('one cream of a chestnut is a palomino, and of bounds the palomino comes first', (t) => {
  const base = { extension: ['e', 'e'], agouti: unknown }
  const others = { matp: ['Cr', '!Cr'] }
  const assumed = told('result', { ...textbook, base, others }) as ReturnType<typeof told> & {
    certain: boolean
  }
  t.same(shares(assumed), [['Palomino', 100]])
  t.equal(assumed.certain, false, 'a pearl beside the cream is possible')
  t.same(
    shares(told('result', { population: 'none', base, others })).map((row) => (row as unknown[])[0]),
    ['Palomino', 'Palomino pearl', 'Palomino sunshine', 'Palomino snowdrop'],
  )
  t.end()
})

t.test('figures of the request win, and the textbook fills their gaps', (t) => {
  const base = { extension: unknown, agouti: ['A', 'A'] }
  const seen = { coat: 'grey', certain: true }
  const loci = { extension: { counts: { E: 1, e: 3 } } }
  const others = { grey: unknown }
  const answer = told('result', {
    population: { name: 'mine', loci, extends: 'textbook' },
    base,
    others,
    seen,
  })
  t.same(
    answer.results.map(({ coat, percentage }) => [coat, percentage]),
    [
      ['Grey (born chestnut)', 56.25],
      ['Grey (born bay)', 43.75],
    ],
  )
  t.match(noted(answer, 'estimate-population'), /of mine;/)
  t.match(noted(answer, 'estimate-convention'), /A\/a equally likely/)
  t.ok(answer.results.every(({ percentage_band: band }) => band !== undefined && band.low < band.high))
  const both = { extension: { counts: { E: 1, e: 3 } }, agouti: { counts: { A: 1, a: 1 } } }
  const measured = told('result', { population: { loci: both, extends: 'textbook' }, base, others, seen })
  t.match(noted(measured, 'estimate-convention-absent'), /other untested genes absent/)
  t.match(noted(measured, 'estimate-own-figures'), /that were sent/)
  t.equal(
    refused('result', { population: { loci, extends: 'textbok' }, base }).details?.field,
    'population.extends',
  )
  const twice = { loci, extends: 'textbook', others: 'wild-type' }
  t.equal(refused('result', { population: twice, base }).details?.field, 'population.others')
  t.end()
})

t.test('where the facts are measured, no copy of a count of 0 is forgotten', (t) => {
  const base = { extension: unknown, agouti: ['A', 'A'] }
  const loci = { extension: { counts: { E: 0, e: 30 } } }
  const answer = told('result', {
    population: { loci, extends: 'textbook' },
    base,
    others: { grey: unknown },
    seen: { has: ['grey'] },
  })
  t.equal(answer.results[0]?.coat, 'Grey (born chestnut)')
  t.ok((answer.results[0]?.percentage_band?.low ?? 100) < 100)
  t.end()
})
