/**
 * Observed coats over a real socket: what a coat that was seen leaves possible, with the look-alikes of the shipped rules.
 */
import t from 'tap'
import { post, startService, type Service } from './service.js'

interface Told {
  readonly answers: readonly {
    readonly genotypes?: readonly Gene[]
    readonly certain?: readonly Gene[]
  }[]
  readonly notes?: readonly { readonly code: string; readonly text: string }[]
}

interface Gene {
  readonly gene: string
  readonly alleles: readonly string[]
  readonly percentage?: number
}

const CHESTNUT = { extension: ['e', 'e'], agouti: ['A', 'A'] }
const BAY = { extension: ['E', 'e'], agouti: ['A', 'A'] }
const UNKNOWN = ['?', '?']
const COUNTS = { counts: { G: 1, n: 9 } }

async function infer(service: Service, horse: object, more: object = {}) {
  const horses = [{ id: 'h', ...horse }]
  const { status, text } = await post(service, '/coats/infer', {
    horses,
    ask: { genotype: 'h' },
    population: 'none',
    lang: 'en',
    ...more,
  })
  return { status, text, told: JSON.parse(text) as Told }
}

function genotypes({ answers }: Told, gene: string): readonly unknown[] {
  const own = answers[0]?.genotypes ?? []
  return own.flatMap((each) => (each.gene === gene ? [[each.alleles.join('/'), each.percentage]] : []))
}

function certain({ answers }: Told): readonly string[] {
  return (answers[0]?.certain ?? []).map(({ gene }) => gene)
}

const figures = (loci: object): object => ({ population: { loci, others: 'wild-type' } })
const pale = figures({ matp: { frequencies: { Cr: 0.1, Prl: 0.1, n: 0.8 } } })

t.test('an observed cremello is a double or a pseudo-double dilute, by how frequent each is', async (t) => {
  const service = await startService(t)
  const horse = { base: CHESTNUT, others: { matp: UNKNOWN }, seen: 'cremello' }
  const { status, told } = await infer(service, horse, pale)
  t.equal(status, 200)
  t.same(genotypes(told, 'matp'), [
    ['Cr/Prl', 66.6667],
    ['Cr/Cr', 33.3333],
  ])
  t.notOk(certain(told).includes('matp'))
  const uncounted = told.notes?.find(({ code }) => code === 'estimate-look-alikes-uncounted')?.text
  t.match(uncounted, /counted.*\(Palomino pearl\)|counted.*pearl/i)
  const sure = await infer(service, { ...horse, seen: { coat: 'cremello', certain: true } }, pale)
  t.same(genotypes(sure.told, 'matp'), [['Cr/Cr', 100]])
  t.ok(certain(sure.told).includes('matp'), 'an observer who is certain takes it for nothing else')
})

t.test(
  'that nobody counted how often coats are mistaken is said in the language of the answer',
  async (t) => {
    const service = await startService(t)
    const horse = { base: CHESTNUT, others: { matp: UNKNOWN }, seen: 'cremello' }
    for (const [lang, words] of [
      ['en', /Nobody has counted/],
      ['fr', /Personne n['’]a compté/],
      ['de', /niemand gezählt/],
    ] as const) {
      const { told } = await infer(service, horse, { ...pale, lang })
      t.match(told.notes?.find(({ code }) => code === 'estimate-look-alikes-uncounted')?.text, words)
    }
  },
)

const POSSIBLE: readonly (readonly [what: string, base: object, others: object, seen: string])[] = [
  ['Cr/Prl seen as cremello', CHESTNUT, { matp: ['Cr', 'Prl'] }, 'cremello'],
  ['Cr/Sun seen as perlino', BAY, { matp: ['Cr', 'Sun'] }, 'perlino'],
  ['Cr/Sno seen as cremello', CHESTNUT, { matp: ['Cr', 'Sno'] }, 'cremello'],
  ['Sno/Sno seen as cremello', CHESTNUT, { matp: ['Sno', 'Sno'] }, 'cremello'],
  ['Cr/Cr seen as palomino pearl', CHESTNUT, { matp: ['Cr', 'Cr'] }, 'palomino pearl'],
  ['gold champagne seen as palomino', CHESTNUT, { champagne: ['Ch', 'n'] }, 'palomino'],
  ['buckskin seen as amber champagne', BAY, { matp: ['Cr', 'n'] }, 'amber champagne'],
  ['one SW1 seen as bay', BAY, { mitf: ['SW1', 'n'] }, 'bay'],
  ['one SW2 seen as bay', BAY, { pax3: ['SW2', 'n'] }, 'bay'],
  ['one tobiano seen as bay', BAY, { kit: ['To'] }, 'bay'],
  ['frame seen as bay', BAY, { frame: ['O', 'n'] }, 'bay'],
  ['one sabino 1 seen as bay', BAY, { kit: ['SB1'] }, 'bay'],
  ['one Lp seen as bay', BAY, { lp: ['Lp', 'n'] }, 'bay'],
  [
    'tobiano, frame, splash and Lp seen as bay',
    BAY,
    { kit: ['To'], frame: ['O', 'n'], mitf: ['SW1', 'n'], lp: ['Lp', 'n'] },
    'bay',
  ],
  ['W5 seen as dominant white', BAY, { kit: ['DW5'] }, 'dominant white'],
  ['W5 seen as bay sabino', BAY, { kit: ['DW5'] }, 'bay sabino'],
  ['W10 with W20 seen as dominant white', BAY, { kit: ['DW10', 'DW20'] }, 'dominant white'],
  ['two sabino 1 seen as dominant white', BAY, { kit: ['SB1', 'SB1'] }, 'dominant white'],
  ['roan seen as cremello', CHESTNUT, { matp: ['Cr', 'Cr'], kit: ['Rn'] }, 'cremello'],
  ['grey seen as bay', BAY, { grey: ['G', 'n'] }, 'bay'],
]

t.test('a coat that is often missed or mistaken does not contradict a test', async (t) => {
  const service = await startService(t)
  for (const [what, base, others, seen] of POSSIBLE) {
    const { status, text } = await infer(service, { base, others, seen })
    t.equal(status, 200, `${what}: ${status === 200 ? '' : text}`)
    const sure = await infer(service, { base, others, seen: { coat: seen, certain: true } })
    t.equal(sure.status, 400, `${what}, certainly`)
  }
})

const IMPOSSIBLE: readonly (readonly [what: string, base: object, others: object, seen: string])[] = [
  ['two tobianos', BAY, { kit: ['To', 'To'] }, 'bay'],
  ['two SW1', BAY, { mitf: ['SW1', 'SW1'] }, 'bay'],
  ['two Lp', BAY, { lp: ['Lp', 'Lp'] }, 'bay'],
  ['Lp with pattern-1', BAY, { lp: ['Lp', 'n'], patn1: ['PATN1', 'n'] }, 'bay'],
  ['a full white variant', BAY, { kit: ['DW1'] }, 'bay'],
  ['two sabino 1', BAY, { kit: ['SB1', 'SB1'] }, 'bay'],
  ['roan', BAY, { kit: ['Rn'] }, 'bay'],
  ['dun', BAY, { dun: ['D', 'nd2'] }, 'bay'],
  ['two creams', BAY, { matp: ['Cr', 'Cr'] }, 'bay'],
  ['two creams', CHESTNUT, { matp: ['Cr', 'Cr'] }, 'palomino'],
]

t.test('what always shows still contradicts a coat without it', async (t) => {
  const service = await startService(t)
  for (const [what, base, others, seen] of IMPOSSIBLE) {
    const { status, told } = await infer(service, { base, others, seen })
    t.match([status, told], [400, { code: 'VALIDATION_CONTRADICTION' }], `${what} seen as ${seen}`)
  }
})

t.test('grey stays possible in a horse that was seen bay at an unknown age', async (t) => {
  const service = await startService(t)
  const grey = figures({ grey: COUNTS })
  const { told } = await infer(service, { base: BAY, others: { grey: UNKNOWN }, seen: 'bay' }, grey)
  t.same(genotypes(told, 'grey'), [
    ['n/n', 81],
    ['G/n', 18],
    ['G/G', 1],
  ])
  t.notOk(certain(told).includes('grey'))
  const adult = { base: BAY, others: { grey: UNKNOWN }, seen: { coat: 'bay', certain: true } }
  t.same(genotypes((await infer(service, adult, grey)).told, 'grey'), [['n/n', 100]])
})

t.test('a contradiction about grey suggests that the coat may be the one at birth', async (t) => {
  const service = await startService(t)
  const horse = { base: BAY, others: { grey: ['G', 'n'] }, seen: { coat: 'bay', certain: true } }
  const { status, told } = await infer(service, horse)
  t.match(
    [status, told],
    [400, { code: 'VALIDATION_CONTRADICTION', message: /send the coat as .*seen\.born/ }],
  )
  const horses = [
    { id: 'dam', base: BAY, others: { grey: ['n', 'n'] } },
    { id: 'sire', base: BAY, others: { grey: ['G', 'G'] } },
    {
      id: 'h',
      mother: 'dam',
      father: 'sire',
      base: BAY,
      others: { grey: UNKNOWN },
      seen: { coat: 'bay', certain: true },
    },
  ]
  const bySire = await infer(service, {}, { horses, ...figures({ grey: COUNTS }) })
  t.match([bySire.status, bySire.told], [400, { message: /send the coat as horses\.2\.seen\.born/ }])
  const young = horses.map((each) => ({ ...each, ...(each.id === 'h' ? { seen: { born: 'bay' } } : {}) }))
  const asBorn = await infer(service, {}, { horses: young, ...figures({ grey: COUNTS }) })
  t.equal(asBorn.status, 200, asBorn.text)
})

t.test('what follows only from a coat that was mistaken is not called certain', async (t) => {
  const service = await startService(t)
  const pearl = { base: CHESTNUT, others: { matp: ['Prl', '?'] }, seen: 'cremello' }
  const { told } = await infer(service, pearl, pale)
  t.same(genotypes(told, 'matp'), [['Cr/Prl', 100]])
  t.notOk(certain(told).includes('matp'), 'it is a cremello only by being mistaken for one')
  const chestnut = {
    base: { extension: UNKNOWN, agouti: ['A', 'A'] },
    others: { grey: UNKNOWN },
    seen: 'chestnut',
  }
  const plain = figures({ extension: { counts: { E: 1, e: 1 } }, grey: COUNTS })
  t.ok(
    certain((await infer(service, chestnut, plain)).told).includes('extension'),
    'no row mistakes its base',
  )
})

t.test(
  'a test without sabino 1 does not contradict an observed sabino, and sabino 1 stays possible without a test',
  async (t) => {
    const service = await startService(t)
    const tested = { base: BAY, others: { kit: ['n', 'n'] }, seen: 'bay sabino' }
    const { status, told } = await infer(service, tested, { ask: { coat: 'h' } })
    t.equal(status, 200)
    t.match(told.answers, [{ results: [{ coat: 'Bay', percentage: 100 }] }])
    const untested = { base: BAY, others: { kit: UNKNOWN }, seen: 'bay sabino' }
    const open = await infer(service, untested, figures({ kit: { frequencies: { SB1: 0.1, n: 0.9 } } }))
    // Recorded as sabino whatever the genotype, but two copies, which are white: 0.81 : 0.18.
    t.same(genotypes(open.told, 'kit'), [
      ['n', 81.8182],
      ['SB1', 18.1818],
    ])
    t.notOk(certain(open.told).includes('kit'))
  },
)

t.test('a tobiano with a loud face is not refused as a sabino without sabino 1', async (t) => {
  const service = await startService(t)
  const { status } = await infer(service, {
    base: BAY,
    others: { kit: ['To', 'n'] },
    seen: 'bay tobiano sabino',
  })
  t.equal(status, 200)
})

t.test('sabino 1 with W20 may be observed as white', async (t) => {
  const service = await startService(t)
  const { status } = await infer(service, { base: BAY, others: { kit: ['SB1', 'DW20'] }, seen: 'white' })
  t.equal(status, 200)
})
