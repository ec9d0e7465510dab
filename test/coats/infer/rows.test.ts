/**
 * Rows of coats where something is not known: each shows a genotype that has its coat, and parents are what they were sent as.
 */
import t from 'tap'
import { coats, noted, refused, told } from './asked.js'

const E = { extension: ['E', 'E'], agouti: ['A', 'A'] }
const own = (loci: object): object => ({ population: { loci } })
const rare = (allele: string): object => ({ frequencies: { [allele]: 0.1, n: 0.9 } })

/** What a row's genotype is called when it is asked again. */
function namedAgain(genotype: Readonly<Record<string, readonly string[]>>): string {
  const { base, others }: Record<'base' | 'others', Record<string, unknown>> = { base: {}, others: {} }
  for (const { gene, group } of coats.vocabulary)
    if (genotype[gene] !== undefined) (group === 'base' ? base : others)[gene] = genotype[gene]
  return coats.result({ base, others, lang: 'en' }, 'en').body.translate
}

t.test('the genotype of a row has the coat of the row, also by genes that only untested opens', (t) => {
  const figures = own({
    extension: { frequencies: { E: 0.7, e: 0.3 } },
    ...Object.fromEntries(
      [
        ['frame', 'O'],
        ['mushroom', 'Mu'],
        ['patn1', 'PATN1'],
        ['lp', 'Lp'],
        ['tiger_eye', 'TE1'],
      ].map(([gene = '', allele = '']) => [gene, rare(allele)]),
    ),
  })
  const untested = { ...figures, untested: 'population' }
  const red = { extension: ['e', 'e'], agouti: ['A', 'a'] }
  const horses = [
    { id: 'm', base: red },
    { id: 's', base: E },
  ]
  const rows = [
    ...told('result', { ...untested, base: red }).results,
    ...told('generateChild', { ...untested, mother: { base: red }, father: { base: E } }).results,
    ...told('infer', { ...untested, horses, ask: { foal: ['m', 's'] } }).answers.flatMap((answer) =>
      'results' in answer ? answer.results : [],
    ),
  ]
  t.ok(rows.length > 30, `${rows.length} rows`)
  t.same(
    rows.filter(({ coat, genotype }) => namedAgain(genotype) !== coat),
    [],
  )
  t.end()
})

t.test('an animal of which no sex is told may be of either, and left-out genes do not tell it', (t) => {
  const brindle = own({ brindle: { frequencies: { BR1: 0.1, n: 0.9 } } })
  const other = { id: 'm', sex: 'f', base: E, others: { brindle: ['?', '?'] } }
  const evidence = (sex: object): number | undefined =>
    told('infer', { ...brindle, horses: [{ id: 'x', base: E, ...sex }, other], ask: { coat: 'm' } }).evidence
  const close = (found: number | undefined, probability: number): boolean =>
    Math.abs((found ?? 0) - Math.log10(probability)) < 1e-6
  t.ok(close(evidence({ sex: 'm' }), 0.9))
  t.ok(close(evidence({ sex: 'f' }), 0.81))
  t.ok(close(evidence({}), (0.9 + 0.81) / 2), 'half of each')
  t.end()
})

t.test("an animal without sex that names no gene on X stands in nobody's way", (t) => {
  const horses = [
    { id: 'x', base: E },
    { id: 'm', sex: 'f', base: E, others: { brindle: ['BR1', 'n'] } },
    { id: 's', sex: 'm', base: E },
  ]
  const coat = (more: object): readonly unknown[] =>
    told('infer', { horses, ask: [{ foal: ['m', 's'] }, { coat: 'x' }], ...more }).answers.map((answer) =>
      'results' in answer ? answer.results.map((row) => [row.coat, row.percentage]) : [],
    )
  for (const population of ['none', 'arabian-russia'])
    t.same(coat({ population }), [
      [
        ['Bay', 75],
        ['Bay brindle', 25],
      ],
      [['Bay', 100]],
    ])
  const without = own({ brindle: { frequencies: { BR1: 1, n: 0 } } })
  t.same(coat(without)[1], [['Bay', 100]], 'nor where nobody is said to have the wild type')
  const alone = { ...own({ brindle: rare('BR1') }), horses: horses.slice(0, 1), ask: { coat: 'x' } }
  t.equal(told('infer', alone).estimated, undefined)
  t.end()
})

t.test(
  'a cross of tested parents is worked out whatever they carry, how many foals are asked for or not',
  (t) => {
    const dead = [
      { mother: { base: E, others: { frame: ['O', 'O'] } }, father: { base: E } },
      { mother: { base: E }, father: { base: E, others: { incontinentia: ['IP'] } } },
    ]
    for (const parents of dead) {
      const plain = coats.offspring({ ...parents, group_by: 'coat', lang: 'en' }, 'en')
      const asked = told('generateChild', { ...parents, wanted: 'bay', foals: 1 })
      t.same(
        asked.results.map(({ coat, percentage }) => [coat, percentage]),
        plain.body.results.map(({ coat, percentage }) => [coat, percentage]),
      )
    }
    const white = { base: E, others: { frame: ['O', 'O'] }, seen: 'White (lethal white foal)' }
    t.equal(told('generateChild', { mother: white, father: { base: E } }).results[0]?.coat, 'Bay frame overo')
    t.equal(told('result', white).results[0]?.coat, 'White (lethal white foal)')
    const open = { mother: { ...dead[0]?.mother }, father: { base: E, others: { matp: ['?', '?'] } } }
    t.equal(refused('generateChild', { ...open, population: 'none' }).code, 'VALIDATION_CONTRADICTION')
    t.end()
  },
)

t.test('what was seen of a tested animal needs no figures', (t) => {
  t.equal(told('result', { base: E, seen: 'bay' }).results.length, 1)
  t.equal(told('generateChild', { mother: { base: E, seen: 'bay' }, father: { base: E } }).results.length, 1)
  t.equal(refused('result', { base: E, seen: 'black' }).code, 'VALIDATION_CONTRADICTION')
  t.equal(refused('result', { base: { ...E, agouti: ['A', '?'] }, seen: 'bay' }).details?.field, 'population')
  t.end()
})

t.test('what parents force is told as certain without a note on figures', (t) => {
  const horses = [
    { id: 'm', base: E },
    { id: 's', base: E },
    { id: 'f', mother: 'm', father: 's' },
    { id: 'other', base: { extension: ['E', '?'], agouti: ['A', 'A'] } },
  ]
  const asked = (...ids: readonly string[]) =>
    told('infer', {
      population: 'arabian-russia',
      horses: horses.filter(({ id }) => id !== 'other' || ids.includes(id)),
      ask: ids.map((genotype) => ({ genotype })),
    })
  for (const code of ['estimate-certain', 'estimate-figures-missing'])
    t.equal(noted(asked('f'), code), undefined, code)
  const answer = asked('f', 'other')
  t.equal(noted(answer, 'estimate-certain'), undefined, 'nor where figures are needed elsewhere')
  t.match(noted(answer, 'estimate-figures-missing'), /extension \(E, e\)/)
  t.end()
})
