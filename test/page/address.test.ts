/** What stands in the page's address, and the question that is made of an animal's relatives. */
import t from 'tap'
import { readAddress, writeAddress, type PageState } from '../../src/pages/app/form/address.js'
import { readText, type Choice } from '../../src/pages/app/form/choice.js'
import { NO_PLAN } from '../../src/pages/app/form/plan/plan.js'
import {
  NO_RELATIVES,
  NOTHING,
  questionOf,
  withGenesSeen,
  type Relatives,
} from '../../src/pages/app/form/relatives.js'
import { shippedCoats } from '../http/service.js'

const coats = await shippedCoats()
const catalogue = coats.genes({}, 'en').body
const { genes } = catalogue

const HORSE: Choice = { agouti: ['A', 'a'], extension: ['E', 'e'], kit: ['To+DW20', 'n'], brindle: ['BR1'] }
const BARE: PageState = {
  view: 'horse',
  horse: NOTHING,
  sex: 'f',
  age: undefined,
  mother: { ...NOTHING, together: {} },
  father: { ...NOTHING, together: {} },
  order: 'chance',
  population: 'none',
  relatives: NO_RELATIVES,
  ...NO_PLAN,
}

const FAMILY: Relatives = {
  self: { ...NOTHING, coat: 'bay roan, they say', tests: { extension: ['E', '?'], brindle: ['BR1'] } },
  mother: { ...NOTHING, has: ['grey'], lacks: ['tobiano', 'frame'], born: 'bay', isCertain: true },
  father: undefined,
  partners: [NOTHING, { ...NOTHING, tests: { kit: ['To+DW20', 'n'] } }],
  young: [
    { ...NOTHING, coat: 'palomino', sex: undefined, by: 1 },
    { ...NOTHING, sex: 'f', by: undefined },
  ],
  next: 0,
}

t.test('an address is read as it was written', (t) => {
  const states: readonly PageState[] = [
    { ...BARE, view: 'known', relatives: { ...NO_RELATIVES, self: { ...NOTHING, isCertain: true } } },
    { ...BARE, horse: { ...NOTHING, tests: HORSE }, sex: 'm', age: 3 },
    { ...BARE, horse: { ...NOTHING, coat: 'buckskin', has: ['tobiano'], tests: { kit: ['n', 'n'] } } },
    {
      ...BARE,
      view: 'foal',
      order: 'base',
      mother: {
        ...NOTHING,
        tests: { agouti: ['A', 'A'], extension: ['E', 'e'], kit: ['To', 'n'] },
        together: { eca3: ['E', 'n@kit'] },
      },
      father: {
        ...NOTHING,
        tests: { agouti: ['a', 'a'], extension: ['e', 'e'], dun: ['D', 'nd1'] },
        together: {},
      },
    },
    {
      ...BARE,
      view: 'foal',
      population: 'hucul-poland',
      mother: { ...NOTHING, coat: 'bay', tests: { agouti: ['A', '?'], extension: ['?', '?'] }, together: {} },
      father: { ...NOTHING, tests: { agouti: ['a', 'a'], extension: ['e', 'e'] }, together: {} },
    },
    { ...BARE, view: 'known', sex: 'm', population: 'kabardian', relatives: FAMILY },
    { ...BARE, view: 'herd', wanted: { coat: 'bay, roan', has: ['dun', 'tobiano'] } },
    {
      ...BARE,
      view: 'mates',
      mother: { ...NOTHING, coat: 'bay', together: {} },
      sires: [
        { ...NOTHING, coat: 'red dun', name: 'Basil & Söhne = 1' },
        { ...NOTHING, name: '' },
        { ...NOTHING, tests: HORSE, name: 'Cato' },
      ],
      wanted: { coat: '', has: ['dun'] },
    },
    {
      ...BARE,
      view: 'parentage',
      mother: { ...NOTHING, coat: 'chestnut', together: {} },
      child: { ...NOTHING, has: ['tobiano'], tests: { extension: ['E', 'e'] } },
    },
    { ...BARE, view: 'test', horse: { ...NOTHING, coat: 'bay' }, sex: 'm' },
    {
      ...BARE,
      view: 'test',
      horse: { ...NOTHING, coat: 'bay' },
      goal: 'foal',
      mate: { ...NOTHING, tests: { extension: ['e', 'e'] } },
      wanted: { coat: 'chestnut', has: [] },
    },
  ]
  for (const state of states) {
    const written = writeAddress(state, catalogue)
    const read = readAddress(`#${written}`, catalogue, BARE)
    t.same(read.unknown, [], written)
    t.same([read.language, read.rules], [catalogue.language, catalogue.ruleset_version])
    t.equal(writeAddress(read.state, catalogue), written)
    t.same(read.state, state)
    t.notMatch(written, /[\s"'<>`|]/)
  }
  t.end()
})

t.test('whatever stands in an address, it is read without a fault', (t) => {
  for (const hash of [
    '',
    '#',
    '#%',
    '#&',
    '#=',
    '#horse&horse',
    '#horse&horse=__proto__=A/a',
    '#foal&mother.eca3=',
    '#constructor',
    '#known&self.has=__proto__,grey&partner1.by=9&next=7&young1.coat=&young1.by=-1&self.tests=kit=?+To/n',
  ])
    t.doesNotThrow(() => readAddress(hash, catalogue, BARE), hash)
  t.same(readText('agouti=A/a/a kit=n+To/n kit=To/n kit=Rn/n extension=e', genes), {
    choice: { kit: ['To', 'n'] },
    unknown: ['agouti=A/a/a', 'kit=n+To/n', 'kit=Rn/n', 'extension=e'],
  })
  t.end()
})

t.test('of relatives of whom nothing is said none is in the question that nobody needs', (t) => {
  const question = questionOf({ relatives: FAMILY, sex: 'm', population: 'none' }, catalogue, false)
  t.same(question, {
    population: 'none',
    lang: 'en',
    horses: [
      {
        id: 'animal',
        sex: 'm',
        mother: 'mother',
        seen: { coat: 'bay roan, they say' },
        base: { extension: ['E', '?'] },
        others: { brindle: ['BR1'] },
      },
      {
        id: 'mother',
        sex: 'f',
        seen: { born: 'bay', has: ['grey'], lacks: ['tobiano', 'frame'], certain: true },
      },
      { id: 'partner-1', sex: 'f' },
      { id: 'partner-2', sex: 'f', others: { kit: ['To+DW20', 'n'] } },
      { id: 'young-1', father: 'animal', mother: 'partner-2', seen: { coat: 'palomino' } },
    ],
    ask: [{ genotype: 'animal' }, { phase: 'animal' }, { coat: 'animal' }, { foal: ['partner-1', 'animal'] }],
  })
  t.end()
})

t.test('a coat that was seen opens the genes that it speaks of', (t) => {
  const opened = (coat: string, others?: object, sex?: string) => {
    const horse = { id: 'animal', seen: { coat }, ...(others && { others }), ...(sex && { sex }) }
    const question = { horses: [horse], ask: [] }
    return withGenesSeen(question, genes, (seen, field) => coats.genesSeen(seen, field, 'en')).horses[0]?.[
      'others'
    ]
  }
  t.same(opened('bay'), undefined)
  t.same(opened('palomino'), { matp: ['?', '?'] })
  t.same(opened('palomino', { matp: ['Cr', 'n'] }), { matp: ['Cr', 'n'] })
  t.same(Object.keys(opened('Tobiano-Rappe') ?? {}), ['kit'], 'in any language')
  t.throws(() => opened('palomimo'), /horses\.0\.seen\.coat/)
  t.same(opened('bay brindle', undefined, 'f'), { brindle: ['?', '?'] })
  t.same(opened('bay brindle', undefined, 'm'), { brindle: ['?'] }, 'of which a male has one copy')
  t.same(opened('bay brindle'), undefined, 'whose sex nobody says, nobody knows how many')
  t.end()
})

t.test('a phase that cannot be asked is named and left out', (t) => {
  const parent = 'foal&mother=agouti=A/a,extension=E/e,kit=To/n'
  for (const phase of ['E,Zz', '', 'E,e']) {
    const { state, unknown } = readAddress(`#${parent}&mother.eca3=${phase}`, catalogue, BARE)
    t.same(state.mother.together, {}, phase)
    t.same(unknown, [`mother.eca3=${phase}`])
  }
  t.same(readAddress(`#${parent}&mother.eca3=E,To`, catalogue, BARE).state.mother.together, {
    eca3: ['E', 'To'],
  })
  t.end()
})

t.test('a sire of many young keeps them all', (t) => {
  const young = Array.from({ length: 59 }, () => ({
    ...NOTHING,
    coat: 'bay',
    sex: undefined,
    by: undefined,
  }))
  const state: PageState = { ...BARE, view: 'known', sex: 'm', relatives: { ...NO_RELATIVES, young } }
  const read = readAddress(`#${writeAddress(state, catalogue)}`, catalogue, BARE)
  t.same(read.unknown, [])
  t.equal(read.state.relatives.young.length, 59)
  t.end()
})
