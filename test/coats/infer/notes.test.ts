/**
 * Bounds, look-alikes and phase: what an answer says of how it was found.
 */
import t from 'tap'
import { coats, noted, refused, shares, told } from './asked.js'

const unknown = ['?', '?']
const bay = { base: { extension: ['E', '?'], agouti: ['A', '?'] } }
const tested = { base: { extension: ['E', 'e'], agouti: ['A', 'A'] } }
const red = { base: { extension: ['e', 'e'], agouti: ['A', 'A'] } }
const none = { population: 'none' }

t.test('only look-alikes that this animal can be are named, in the language asked for', (t) => {
  const looks = (others: object, seen: unknown): string | undefined =>
    noted(
      told('result', { ...none, base: { extension: unknown, agouti: unknown }, others, seen }),
      'estimate-look-alikes',
    )
  t.equal(looks({}, 'bay'), undefined, 'neither frame nor sabino is in question')
  t.match(looks({ frame: ['?', 'n'] }, 'bay'), /\(Frame overo\)/)
  t.equal(looks({}, 'black'), undefined, 'without cream in question black is black')
  t.match(looks({ matp: unknown }, 'black'), /\(Smoky black\)/)
  t.match(looks({ matp: ['Cr', 'Cr'] }, 'cremello'), /\(Perlino, Smoky cream\)/)
  t.equal(looks({ matp: unknown }, { coat: 'black', certain: true }), undefined)
  const inFrench = { ...none, lang: 'fr', base: bay.base, others: { frame: ['?', 'n'] }, seen: 'bai' }
  t.match(noted(told('result', inFrench), 'estimate-look-alikes'), /\(Pie overo \(frame\)\)/)
  t.end()
})

t.test('bounds say that they do not range over phase, where it is open', (t) => {
  const roan = { ...tested, others: { kit: ['Rn'] } }
  const answer = told('generateChild', { ...none, mother: roan, father: bay })
  t.match(noted(answer, 'estimate-phase'), /at extension, kit\./)
  const declared = { ...none, mother: roan, father: bay, kit_linkage: { mother: ['E', 'Rn'] } }
  t.equal(noted(told('generateChild', declared), 'estimate-phase'), undefined)
  const twice = { ...none, mother: roan, father: bay, kit_linkage: { mother: ['Rn', 'Rn'] } }
  t.match(
    noted(told('generateChild', twice), 'estimate-phase'),
    /at extension, kit\./,
    'one allele named twice',
  )
  t.equal(noted(told('generateChild', { ...none, mother: bay, father: bay }), 'estimate-phase'), undefined)
  const shareOfRoan = (fields: object): number =>
    told('generateChild', { ...none, ...fields })
      .results.filter(({ coat }) => coat === 'Bay roan')
      .reduce((sum, { percentage_band: band }) => sum + (band?.low ?? 0), 0)
  const father = { base: { extension: ['e', 'e'], agouti: ['A', '?'] } }
  const foals = (...alleles: readonly string[]): number =>
    shareOfRoan({ mother: { ...roan }, father, kit_linkage: { mother: alleles } })
  t.equal(shareOfRoan({ mother: roan, father }), (foals('E', 'Rn') + foals('e', 'Rn')) / 2, 'half and half')
  t.end()
})

t.test('bounds of animals with relatives say how these are used', (t) => {
  const horses = [
    { id: 'dam', ...red },
    { id: 'mare', mother: 'dam', ...bay },
    { id: 'sire', ...bay },
  ]
  const answer = told('infer', { ...none, horses, ask: { foal: ['mare', 'sire'] } })
  t.ok(noted(answer, 'estimate-bounds-relatives'))
  t.equal(
    noted(told('generateChild', { ...none, mother: bay, father: bay }), 'estimate-bounds-relatives'),
    undefined,
  )
  t.end()
})

t.test('what relatives leave open does not matter for the foals of two tested parents', (t) => {
  const horses = [
    { id: 'dam', base: { extension: ['e', '?'] } },
    { id: 'mare', mother: 'dam', ...tested },
    { id: 'sire', ...tested },
    { id: 'unknown', ...bay },
  ]
  const ask = [{ foal: ['mare', 'sire'], foals: 3, wanted: 'chestnut' }, { coat: 'unknown' }]
  const answer = told('infer', { ...none, horses, ask })
  const [foal, coat] = answer.answers
  t.match(foal, {
    results: [
      { coat: 'Bay', percentage: 75 },
      { coat: 'Chestnut', percentage: 25 },
    ],
  })
  t.match(foal, { foals: { percentage: 57.8125 } })
  t.same(shares(coat as never), [['Bay', [100, 100]]])
  const known = told('infer', { ...none, horses, ask: { foal: ['mare', 'sire'] } })
  t.equal(noted(known, 'estimate-bounds'), undefined, 'nothing is bounded then')
  t.end()
})

t.test('relatives that can tell what lies together are not passed over', (t) => {
  const roan = { base: tested.base, others: { kit: ['Rn'] } }
  const horses = [
    { id: 'dam', base: { extension: ['E', '?'] }, others: { kit: ['Rn', '?'] } },
    { id: 'mare', mother: 'dam', ...roan },
    { id: 'sire', ...red },
  ]
  const answer = told('infer', { ...none, horses, ask: { foal: ['mare', 'sire'] } })
  t.ok(noted(answer, 'estimate-phase'))
  t.match(refused('infer', { ...none, horses, ask: { foal: ['mare', 'sire'], foals: 2, wanted: 'bay' } }), {
    code: 'VALIDATION_INVALID_FIELD',
    details: { field: 'population', value: 'none' },
  })
  t.end()
})

t.test(
  'facts that contradict each other are told without a population too, also where only a loop tells',
  (t) => {
    const even = {
      base: red.base,
      others: { matp: ['Cr|n', 'Cr|n'] },
      seen: { lacks: ['cream/1'], certain: true },
    }
    const palomino = { base: red.base, others: { matp: ['Cr', 'n'] } }
    // Two of each mare's foals say that she and the stallion differ, so that the two that are left do not.
    const horses = [
      ...['mare', 'other mare'].map((id) => ({ id, sex: 'f', ...even })),
      ...['stallion', 'other stallion'].map((id) => ({ id, sex: 'm', ...even })),
      { id: 'f1', mother: 'mare', father: 'stallion', ...palomino },
      { id: 'f2', mother: 'other mare', father: 'stallion', ...palomino },
      { id: 'f3', mother: 'other mare', father: 'other stallion', ...palomino },
      { id: 'f4', mother: 'mare', father: 'other stallion', ...even },
    ]
    for (const ask of [{ coat: 'mare' }, { foal: ['mare', 'stallion'] }]) {
      const error = refused('infer', { ...none, horses, ask })
      t.equal(error.code, 'VALIDATION_CONTRADICTION')
      t.match(error.message, /^These facts cannot hold together: .*horses\.7\.seen/)
    }
    t.ok(told('infer', { ...none, horses: horses.slice(0, 7), ask: { coat: 'mare' } }))
    t.end()
  },
)

t.test('who opens every gene without a population learns that this is too much', (t) => {
  const error = refused('result', { ...none, base: tested.base, untested: 'population' })
  t.equal(error.code, 'RESULT_TOO_LARGE')
  t.match(error.message, /untested: population makes every gene that is left out unknown/)
  t.end()
})

t.test('relatives tell how two variants lie of which nobody knows whether they share a copy', (t) => {
  const horses = [
    { id: 'dam', sex: 'f', ...red, others: { kit: ['n', 'n'] } },
    { id: 'mare', sex: 'f', mother: 'dam', ...red, others: { kit: ['To', 'Rn', 'unphased'] } },
    { id: 'sire', sex: 'm', ...red, others: { kit: ['n', 'n'] } },
  ]
  const [foal] = told('infer', { ...none, horses, ask: { foal: ['mare', 'sire'] } }).answers
  t.same(foal?.ask === 'foal' && shares(foal), [
    ['Red roan tobiano', 50],
    ['Chestnut', 50],
  ])
  t.end()
})

t.test('what is declared of variants of one list holds where something else is unknown', (t) => {
  const base = { extension: ['e', 'e'], agouti: ['A', '?'] }
  const mother = { base, others: { kit: ['To', 'Rn', 'unphased'] } }
  const father = { ...red, others: { kit: ['n', 'n'] } }
  for (const alleles of [['To', 'Rn'], ['n@kit'], ['n@kit', 'e']])
    t.same(
      shares(told('generateChild', { ...none, mother, father, kit_linkage: { mother: alleles } })),
      [
        ['Chestnut', [50, 50]],
        ['Red roan tobiano', [50, 50]],
      ],
      alleles.join(),
    )
  t.end()
})

t.test(
  'what is declared acts, or is ignored with the same notes, as in a cross of parents of whom all is known',
  (t) => {
    const horse = (
      extension: readonly string[],
      kit: readonly string[],
      patn1: readonly string[] = ['n', 'n'],
    ) => ({
      base: { extension, agouti: ['A', 'A'] },
      others: { kit, patn1 },
    })
    const [both, father] = [['E', 'e'], horse(['e', 'e'], ['n', 'n'])]
    for (const [mother, alleles, acts] of [
      [horse(both, ['To', 'n']), ['E', 'To'], true],
      [horse(both, ['To', 'Rn', 'unphased']), ['To', 'Rn'], true],
      [horse(both, ['To', 'Rn', 'DW20']), ['To', 'DW20', 'E'], true],
      [horse(both, ['n', 'n'], ['PATN1', 'n']), ['n@patn1', 'E'], true],
      [horse(both, ['To', 'Rn']), ['To', 'Rn'], false],
      [horse(both, ['To', 'Rn']), ['To', 'Rn', 'E'], false],
      [horse(['E', 'E'], ['To', 'n']), ['E', 'To'], false],
      [horse(both, ['To', 'To']), ['E', 'To'], false],
      [horse(both, ['Rn', 'n']), ['E', 'To'], false],
      [horse(both, ['To+DW20', 'n']), ['n@kit'], false],
    ] as const) {
      const asked = { mother, father, kit_linkage: { mother: alleles } }
      const known = coats.offspring({ ...asked, group_by: 'coat', lang: 'en' }, 'en').body
      const bay = { ...mother, base: { ...mother.base, agouti: ['A', '?'] } }
      const spelled = `${JSON.stringify(mother.others.kit)} ${alleles.join()}`
      t.equal(known.has_kit_linkage, acts, spelled)
      for (const population of ['none', 'arabian-russia']) {
        const open = told('generateChild', { ...asked, mother: bay, population })
        const linkage = open.notes?.filter(({ code }) => code.startsWith('linkage'))
        t.match(open, { has_kit_linkage: acts }, `${spelled} of ${population}`)
        t.same(linkage, known.notes ?? [])
        if (!acts) t.same(shares(open), shares(told('generateChild', { mother: bay, father, population })))
      }
    }
    t.end()
  },
)

t.test(
  'what is declared of a copy that is unknown is known of it; what the parent is not asked about, it does not carry',
  (t) => {
    const mother = { ...red, others: { kit: ['To', '?'] } }
    for (const population of ['none', 'arabian-russia']) {
      const joined = told('generateChild', {
        population,
        mother,
        father: red,
        kit_linkage: { mother: ['To', 'Rn'] },
      })
      t.same(shares(joined), [
        ['Chestnut tobiano', 50],
        ['Red roan tobiano', 50],
      ])
      t.match(joined, { has_kit_linkage: true })
      const black = { base: { extension: ['E', '?'], agouti: ['a', 'a'] } }
      const asked = { population, mother: black, father: red }
      t.same(
        told('generateChild', { ...asked, kit_linkage: { mother: ['Rn', 'E'] } }),
        told('generateChild', asked),
      )
    }
    t.end()
  },
)
