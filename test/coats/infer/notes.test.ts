/**
 * Bounds, look-alikes and phase: what an answer says of how it was found.
 */
import t from 'tap'
import { noted, refused, shares, told } from './asked.js'

const unknown = ['?', '?']
const bay = { base: { extension: ['E', '?'], agouti: ['A', '?'] } }
const tested = { base: { extension: ['E', 'e'], agouti: ['A', 'A'] } }
const red = { base: { extension: ['e', 'e'], agouti: ['A', 'A'] } }
const none = { population: 'none' }

t.test('only look-alikes that this animal can be are named', (t) => {
  const looks = (others: object, seen: unknown): string | undefined =>
    noted(
      told('result', { ...none, base: { extension: unknown, agouti: unknown }, others, seen }),
      'estimate-look-alikes',
    )
  t.equal(looks({}, 'bay'), undefined, 'neither frame nor sabino is in question')
  t.match(looks({ frame: ['?', 'n'] }, 'bay'), /\(cryptic-frame\)/)
  t.equal(looks({}, 'black'), undefined, 'without cream in question black is black')
  t.match(looks({ matp: unknown }, 'black'), /\(black-or-smoky-black\)/)
  t.match(looks({ matp: ['Cr', 'Cr'] }, 'cremello'), /\(double-creams\)/)
  t.equal(looks({ matp: unknown }, { coat: 'black', certain: true }), undefined)
  t.end()
})

t.test('bounds say that they do not range over phase, where it is open', (t) => {
  const roan = { ...tested, others: { kit: ['Rn'] } }
  const answer = told('generateChild', { ...none, mother: roan, father: bay })
  t.match(noted(answer, 'estimate-phase'), /at extension, kit\./)
  const declared = { ...none, mother: roan, father: bay, kit_linkage: { mother: ['E', 'Rn'] } }
  t.equal(noted(told('generateChild', declared), 'estimate-phase'), undefined)
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
