/**
 * What answers owe to a population's figures: alleles without one, genes without any, certainty, estimates.
 */
import t from 'tap'
import { noted, refused, shares, told } from './asked.js'

const population = 'arabian-russia'
const unknown = ['?', '?']
const bay = { extension: ['E', '?'], agouti: ['A', '?'] }

t.test('a tested allele stands, though the population has no figure for it, and the answer says so', (t) => {
  const answer = told('result', { population, base: { extension: ['ea', 'e'], agouti: ['?', '?'] } })
  t.same(shares(answer), [['Chestnut', 100]])
  t.match(noted(answer, 'estimate-unheard-of'), /extension \(ea\)\.$/)
  t.notMatch(noted(answer, 'estimate-unheard-of'), /\be\b/, 'the alleles that have figures are not named')
  const foal = told('infer', {
    population,
    horses: [
      { id: 'mare', sex: 'f', base: { extension: ['ea', 'e'], agouti: ['A', 'A'] } },
      { id: 'foal', mother: 'mare' },
    ],
    ask: { coat: 'foal' },
  })
  t.match(noted(foal, 'estimate-unheard-of'), /extension \(ea\)\.$/)
  t.end()
})

t.test(
  'where the frequency of such an allele matters, its figure is asked for; nothing is called impossible',
  (t) => {
    const open = refused('result', { population, base: { extension: ['ea', '?'], agouti: ['A', 'A'] } })
    t.match(open, { code: 'VALIDATION_INVALID_FIELD', details: { field: 'population', value: population } })
    const figures = {
      type: 'object',
      required: ['loci'],
      properties: { loci: { type: 'object', required: ['extension'] } },
    }
    t.same(open.details?.expected, [figures])
    t.match(open.message, /Send both alleles of extension of animal, or figures of your own for extension$/)
    t.match(
      open.message,
      /of extension the population "Arabian, Russia 2020" has figures for E, e only, and base\.extension/,
    )
    const foal = refused('infer', {
      population,
      horses: [{ id: 'mare' }, { id: 'foal', mother: 'mare', base: { extension: ['ea', 'e'] } }],
      ask: { genotype: 'mare' },
    })
    t.same(foal.details?.expected, [figures])
    t.match(foal.message, /of the parents of foal, or figures/)
    const own = {
      loci: { extension: { counts: { E: 41, e: 118, ea: 1 } }, agouti: { counts: { A: 9, a: 1 } } },
    }
    t.same(
      shares(told('result', { population: own, base: { extension: ['ea', '?'], agouti: ['A', 'A'] } })),
      [
        ['Chestnut', 74.2947],
        ['Bay', 25.7053],
      ],
    )
    t.end()
  },
)

t.test('figures that say 0 and facts that need the allele contradict each other', (t) => {
  const own = {
    name: 'my herd',
    loci: { extension: { counts: { E: 0, e: 9, ea: 0 } }, agouti: { counts: { A: 9, a: 1 } } },
  }
  const error = refused('result', {
    population: own,
    base: { extension: unknown, agouti: unknown },
    seen: 'bay',
  })
  t.equal(error.code, 'VALIDATION_CONTRADICTION')
  t.match(error.message, /in the figures of my herd the frequency of an allele that animal would need is 0/)
  t.end()
})

t.test(
  'untested: population opens the genes that it has figures for; the rest stays wild type, and both are told',
  (t) => {
    const cross = { mother: { base: bay }, father: { base: bay, untested: 'population' } }
    const answer = told('generateChild', { population: 'hucul-poland', ...cross })
    t.match(noted(answer, 'estimate-untested'), /unknown: grey, kit\.$/)
    t.match(noted(answer, 'estimate-untested-wild-type'), /: matp, dun, silver, champagne, .*lp, /)
    t.ok(answer.results.some(({ coat }) => coat === 'Bay tobiano'))
    t.notOk(answer.results.some(({ coat }) => /Dun|Palomino/.test(coat)))
    for (const name of ['arabian-russia', 'hucul-poland', 'kabardian']) {
      const base = { extension: ['E', 'e'], agouti: ['A', 'a'] }
      t.ok(told('result', { population: name, untested: 'population', base }).results.length > 0, name)
    }
    const named = refused('result', {
      population,
      untested: 'population',
      base: bay,
      others: { matp: unknown },
    })
    t.match(named, { details: { field: 'population' } }, 'a gene said to be unknown still needs figures')
    t.end()
  },
)

t.test('what is certain only because the population lacks an allele says so', (t) => {
  const horses = [
    { id: 'dam', sex: 'f', seen: 'chestnut' },
    { id: 'mare', mother: 'dam', seen: 'bay' },
  ]
  const answer = told('infer', { population, horses, ask: { genotype: 'mare' } })
  t.match(answer.answers, [{ certain: [{ gene: 'extension', alleles: ['E', 'e'] }] }])
  t.match(noted(answer, 'estimate-certain'), /^What is told as certain at extension is so only if/)
  const three = { loci: { extension: { counts: { E: 1, e: 2, ea: 1 } }, agouti: { counts: { A: 9, a: 1 } } } }
  const all = told('infer', { population: three, horses, ask: { genotype: 'mare' } })
  t.match(all.answers, [{ certain: [] }], 'by the facts alone it is E/e or E/ea')
  t.equal(noted(all, 'estimate-certain'), undefined)
  t.end()
})

t.test('the one coat that figures leave is told with that note, and one that the facts leave is not', (t) => {
  const none = { loci: { extension: { counts: { E: 0, e: 9, ea: 0 } }, agouti: { counts: { A: 9, a: 1 } } } }
  const red = told('result', { population: none, base: { extension: ['e', '?'], agouti: ['A', '?'] } })
  t.same(shares(red), [['Chestnut', 100]])
  t.match(noted(red, 'estimate-certain'), /\bextension is so only if/)
  const bay = told('result', { population, base: { extension: ['E', '?'], agouti: ['A', '?'] } })
  t.same(shares(bay), [['Bay', 100]])
  t.equal(noted(bay, 'estimate-certain'), undefined)
  t.end()
})

t.test('only what needed a frequency is called estimated', (t) => {
  const known = { extension: ['E', 'e'], agouti: ['A', 'A'] }
  const answer = told('result', { population, base: known, seen: 'bay' })
  t.same([answer.estimated, answer.notes], [undefined, undefined])
  t.ok((answer.evidence ?? 0) < 0, 'how probable the facts are is still told, and of which population')
  t.match(answer.population, { population })
  t.equal(told('result', { population, base: { ...known, agouti: ['A', '?'] } }).estimated, true)
  t.end()
})

t.test('figures sent without intervals are said to count as exact', (t) => {
  const base = { extension: ['E', '?'], agouti: ['a', 'a'] }
  const own = (more: object) => ({ loci: { extension: { frequencies: { E: 0.5, e: 0.5 }, ...more } } })
  t.match(
    noted(told('result', { population: own({}), base }), 'estimate-exact-figures'),
    /taken as exact.*: extension\.$/,
  )
  const stated = own({ intervals: { E: [0.4, 0.6], e: [0.4, 0.6] } })
  t.equal(noted(told('result', { population: stated, base }), 'estimate-exact-figures'), undefined)
  t.equal(noted(told('result', { population, base }), 'estimate-exact-figures'), undefined)
  t.end()
})

t.test('a population whose source has no intervals says why its bands are so wide', (t) => {
  const answer = (named: unknown) =>
    told('result', { population: named, base: { extension: ['E', '?'], agouti: ['a', 'a'] } })
  t.match(noted(answer('hucul-poland'), 'estimate-no-intervals'), /from 0 to 1: extension\.$/)
  t.equal(noted(answer('hucul-poland'), 'estimate-exact-figures'), undefined)
  t.equal(noted(answer(population), 'estimate-no-intervals'), undefined)
  t.end()
})

t.test('figures without a name are told in the language of the answer', (t) => {
  const loci = { extension: { counts: { E: 3, e: 1 } } }
  const answer = (more: object) =>
    told('result', {
      lang: 'fr',
      population: { loci, ...more },
      base: { extension: ['E', '?'], agouti: ['a', 'a'] },
    })
  t.match(noted(answer({}), 'estimate-own-figures'), /fréquences envoyées/)
  t.equal(noted(answer({}), 'estimate-population'), undefined)
  t.match(noted(answer({ name: 'Haflinger' }), 'estimate-population'), /population Haflinger/)
  t.end()
})

t.test('an interval from 0 to 1 does not say that a tested allele may be absent', (t) => {
  const mother = { base: { extension: ['E', 'e'], agouti: ['A', 'a'] }, others: { grey: ['G', '?'] } }
  const father = { base: { extension: ['e', 'e'], agouti: ['a', 'a'] } }
  const { results } = told('generateChild', { population: 'hucul-poland', mother, father })
  const [first] = results
  t.equal(first?.coat, 'Grey (born chestnut)')
  t.same(first?.percentage_band, { low: 25, high: 50 }, 'of a mare G/n, and of one that is G/G')
  t.match(first?.most_sensitive_to, { gene: 'grey' })
  t.end()
})

t.test('the alleles that have figures are named, since all others count as absent', (t) => {
  const answer = told('result', { population, base: { extension: ['E', '?'], agouti: ['A', '?'] } })
  t.match(noted(answer, 'estimate-figures-missing'), /\bextension \(E, e\)\.$/)
  t.end()
})

t.test(
  'a sex that is said counts where genes of the sex chromosome are not tested, in any of its words',
  (t) => {
    const loci = {
      extension: { counts: { E: 9, e: 1 } },
      agouti: { counts: { A: 9, a: 1 } },
      brindle: { counts: { n: 8, BR1: 2 } },
    }
    const horse = { base: { extension: ['E', 'E'], agouti: ['A', 'A'] }, untested: 'population' }
    const sharesOf = (sex: object) => shares(told('result', { ...horse, population: { loci }, ...sex }))
    const [mare, stallion] = [sharesOf({ sex: 'female' }), sharesOf({ sex: 'male' })]
    t.same(stallion, [['Bay', 100]], 'no stallion is striped')
    t.ok(mare.length > 1)
    t.same(sharesOf({ sex: 'f' }), mare)
    t.same(sharesOf({ sex: 'm' }), stallion)
    t.same(sharesOf({ sex: 'gelding' }), sharesOf({}), 'what is no sex is passed over, as where all is known')
    t.end()
  },
)

t.test('an empty text says nothing of what was seen', (t) => {
  const fields = { population: 'arabian-russia', base: { extension: ['E', '?'], agouti: ['A', 'a'] } }
  t.same(told('result', { ...fields, seen: '' }), told('result', fields))
  t.end()
})

t.test('two tested parents have one share of each coat, also where a list says two variants', (t) => {
  const base = { extension: ['e', 'e'], agouti: ['A', 'A'] }
  const mother = { base, others: { kit: ['To', 'Rn', 'unphased'] } }
  const father = { base }
  const horses = [
    { id: 'mare', sex: 'f', ...mother },
    { id: 'sire', sex: 'm', ...father },
  ]
  const [foal] = told('infer', { population: 'none', horses, ask: { foal: ['mare', 'sire'] } }).answers
  const percentages = foal?.ask === 'foal' ? foal.results.map(({ percentage }) => percentage) : []
  t.same(percentages, [25, 25, 25, 25])
  t.equal(told('generateChild', { mother, father, foals: 2, wanted: 'red roan' }).foals?.percentage, 37.5)
  t.end()
})

t.test('of an only X there is no phase', (t) => {
  const base = { extension: ['E', 'E'], agouti: ['A', 'A'] }
  const stallion = { id: 's', sex: 'm', base, others: { brindle: ['BR1'], incontinentia: ['n'] } }
  const horses = [
    { id: 'gd', sex: 'f', base: { extension: ['E', '?'], agouti: unknown } },
    { id: 'm', sex: 'f', mother: 'gd', base, others: { brindle: ['n', 'n'], incontinentia: ['n', 'n'] } },
    stallion,
  ]
  const ask = { foal: ['m', 's'], foals: 2, wanted: 'bay brindle' }
  const answer = told('infer', { population: 'none', horses, ask })
  t.match(answer.answers, [{ results: [{ percentage: 50 }, { percentage: 50 }], foals: { percentage: 75 } }])
  t.equal(noted(answer, 'estimate-phase'), undefined)
  const phase = told('infer', { population: 'none', horses: [stallion], ask: { phase: 's' } })
  t.match(phase.answers, [{ phase: [{ is_open: false }] }])
  t.end()
})

t.test('what is seen and what is not seen of an animal of unknown sex add up to everything', (t) => {
  const loci = {
    extension: { frequencies: { E: 0.5, e: 0.5 } },
    agouti: { frequencies: { A: 1 } },
    brindle: { frequencies: { BR1: 0.2, n: 0.8 } },
  }
  const horse = { base: { extension: unknown, agouti: ['A', 'A'] }, untested: 'population' }
  const probability = (seen: object): number =>
    10 ** (told('result', { population: { loci }, ...horse, seen: { ...seen, certain: true } }).evidence ?? 0)
  const [striped, plain] = [probability({ has: ['brindle'] }), probability({ lacks: ['brindle'] })]
  t.ok(Math.abs(striped - 0.16) < 1e-5, `${striped}: half are mares, and 0.32 of them have one BR1`)
  t.ok(Math.abs(striped + plain - 1) < 1e-5, `${striped} and ${plain}`)
  t.end()
})

t.test('what a tested parent does not carry is ignored, also where several foals are asked for', (t) => {
  const mother = { base: { extension: ['E', 'e'], agouti: ['A', 'A'] }, others: { kit: ['To', 'n'] } }
  const father = { base: { extension: ['e', 'e'], agouti: ['A', 'A'] } }
  const asked = { mother, father, foals: 2, wanted: 'bay tobiano' }
  const answer = (...alleles: readonly string[]) =>
    told('generateChild', { ...asked, kit_linkage: { mother: alleles } })
  t.same(shares(answer('E', 'To', 'DW20')), shares(answer('E', 'To')))
  t.equal(answer('E', 'To', 'DW20').foals?.percentage, 73.4775)
  t.end()
})

t.test('what a parent who is not in the question kept for itself takes no figures', (t) => {
  const red = { extension: ['e', 'e'], agouti: ['a', 'a'] }
  const foalOf = (mare: readonly string[], foal: readonly string[], whose = population) => ({
    population: whose,
    horses: [
      { id: 'mare', sex: 'f', base: red, others: { matp: mare } },
      { id: 'foal', mother: 'mare', base: red, others: { matp: foal } },
    ],
    ask: { coat: 'foal' },
  })
  const answerOf = (...asked: Parameters<typeof foalOf>) => {
    const { answers } = told('infer', foalOf(...asked))
    return answers[0]?.ask === 'coat'
      ? answers[0].results.map(({ coat, percentage }) => [coat, percentage])
      : []
  }
  t.same(answerOf(['n', 'n'], ['n', 'n']), [['Chestnut', 100]])
  t.same(answerOf(['n', 'n'], ['Cr', 'n']), [['Palomino', 100]])
  t.same(answerOf(['n', 'n'], ['Cr', '?']), [['Palomino', 100]], 'the mare has no cream to give')
  t.same(answerOf(['Cr', 'Cr'], ['Cr', 'n']), [['Palomino', 100]])
  t.match(
    refused('infer', foalOf(['Cr', 'n'], ['Cr', 'n'])).details,
    { field: 'population' },
    'who gave the cream?',
  )
  t.end()
})

t.test('what a rule file has beside its figures may stand beside those of a request', (t) => {
  const figures = { counts: { E: 3, e: 1 }, method: 'tests', why: 'of a herd', verified: false }
  const base = { extension: ['E', '?'], agouti: ['a', 'a'] }
  t.equal(told('result', { population: { loci: { extension: figures } }, base }).estimated, true)
  t.end()
})
