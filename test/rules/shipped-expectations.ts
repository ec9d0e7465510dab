/**
 * What the sources say that no example of a rule file can hold: the shares that were published of populations, what people
 * take a coat for that they saw, and which loci lie on the X chromosome.
 * Guarantees: stated as the source or the breeder says it, not as the rule files do; what the rules say beside that, such as of
 * a locus that came later, is no fault.
 */
import { widened } from '../../src/operations/read/observed/lookalikes.js'
import type { Ruleset } from '../../src/operations/ruleset.js'

/** Of each population and locus the method, what was published of its alleles, and of how many copies if that is known. */
const PUBLISHED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'arabian-russia': { agouti: 'tests A 0.900 a 0.100 of 160', extension: 'tests E 0.256 e 0.744 of 160' },
  'hucul-poland': {
    agouti: 'coats A 0.479 a 0.521',
    extension: 'coats E 0.885 e 0.115',
    grey: 'coats G 0.003 n 0.997',
    kit: 'coats To 0.071 n 0.929',
  },
  kabardian: { agouti: 'A 0.720 a 0.280 of 254' },
}

/** What can be there and not be noticed, beside any coat and beside two creams. */
const MISSED = ['frame', 'grey', 'leopard-complex', 'sabino', 'splashed-white', 'tobiano', 'white-spotting']
const MISSED_BESIDE_TWO_CREAMS = 'roan'

/** Tokens stand in alphabetical order behind the base. */
function withMushroom(coat: string): string {
  const [base = '', ...others] = coat.split(' ')
  return [base, ...[...others, 'mushroom'].sort()].join(' ')
}

const PALE = ['chestnut', 'bay', 'black']
  .flatMap((base) => [
    `${base} cream/2`,
    `${base} champagne cream/1`,
    ...['pearl', 'snowdrop', 'sunshine'].map((other) => `${base} cream/1 ${other}`),
    `${base} snowdrop`,
  ])
  .flatMap((coat) => (coat.startsWith('bay') ? [coat, withMushroom(coat)] : [coat]))

/** What was seen → what it can be. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  black: ['black', 'black cream/1'],
  'black cream/1': ['black', 'black cream/1'],
  'black champagne': ['black champagne', 'black dun'],
  'black pearl': ['black pearl'],
  'black sunshine': ['black sunshine'],
  'black snowdrop': PALE.filter((coat) => coat.startsWith('black')),
  'black dun': ['black champagne', 'black cream/1 dun', 'black dun'],
  bay: ['bay', 'bay mushroom'],
  chestnut: ['chestnut'],
  'chestnut cream/1': ['chestnut champagne', 'chestnut cream/1'],
  'bay champagne': ['bay champagne', 'bay champagne mushroom', 'bay cream/1', 'bay cream/1 mushroom'],
  'chestnut cream/2': PALE,
  'bay cream/2': PALE,
  'black cream/2': PALE,
  'bay mushroom': ['bay', 'bay mushroom'],
  'bay tobiano': ['bay mushroom tobiano', 'bay tobiano'],
  'bay sabino': [
    'bay',
    'bay mushroom',
    'bay mushroom sabino',
    'bay mushroom white-spotting',
    'bay sabino',
    'bay white-spotting',
  ],
}

/** Loci of which a male has one copy, and loci of which he has two. */
const ON_X = ['brindle', 'incontinentia']
const AUTOSOMAL = [
  ...['agouti', 'extension', 'matp', 'dun', 'silver', 'champagne', 'grey', 'kit', 'lp', 'patn1'],
  ...['pax3', 'mitf', 'frame', 'mushroom', 'tiger_eye', 'lavender_foal'],
]

/** What an animal can gain as it ages. */
const ACQUIRED = 'grey'

/** One sentence for each expectation that the rules do not meet. */
export function unmetExpectations({ model }: Ruleset): readonly string[] {
  const copies = model.loci.map(({ key, noCopy }) => [key, noCopy === null ? 2 : 1] as const)
  const known = [ON_X, AUTOSOMAL].flatMap((keys, index) => keys.map((key) => [key, index + 1] as const))
  return [
    ...publishedFaults(model.source),
    ...seenFaults(model.source.looks),
    ...different(new Map(copies), new Map(known), 'copies in a male of'),
  ]
}

type Source = Ruleset['model']['source']

function publishedFaults({ populations }: Source): readonly string[] {
  const found = populations.flatMap(({ population, loci }) =>
    loci.map(({ locus, method, interval, copies }) => {
      const shares = copies.map(({ copy, share, of }) => `${copy} ${(share / of).toFixed(3)}`)
      const counted = interval === 'wilson' ? [`of ${copies[0]?.of ?? 0}`] : []
      const figures = [...(method === undefined ? [] : [method]), ...shares, ...counted].join(' ')
      return [`${population} ${locus}`, figures] as const
    }),
  )
  const wanted = Object.entries(PUBLISHED).flatMap(([population, loci]) =>
    Object.entries(loci).map(([locus, figures]) => [`${population} ${locus}`, figures] as const),
  )
  return different(new Map(found), new Map(wanted), 'population')
}

function seenFaults(looks: Source['looks']): readonly string[] {
  const widenedBy = Object.keys(SEEN).map((seen) => {
    const { coats } = widened([{ exactly: seen.split(' '), has: [], lacks: [] }], looks, () => {})
    return [seen, coats] as const
  })
  const found = widenedBy.map(
    ([seen, coats]) => [seen, coats.map(({ exactly = [] }) => sorted(exactly)).sort()] as const,
  )
  const wanted = Object.entries(SEEN).map(
    ([seen, coats]) => [seen, coats.map((coat) => sorted(coat.split(' '))).sort()] as const,
  )
  const missed = widenedBy.flatMap(([, coats]) =>
    coats.map(
      ({ exactly = [], traits = [] }) => [sorted(exactly), sorted(traits.map(({ token }) => token))] as const,
    ),
  )
  const missedWanted = missed.map(
    ([coat]) =>
      [
        coat,
        sorted(coat.split(' ').includes('cream/2') ? [...MISSED, MISSED_BESIDE_TWO_CREAMS] : MISSED),
      ] as const,
  )
  const acquired = looks.flatMap((look) => look.acquired ?? []).filter((token) => token === ACQUIRED)
  return [
    ...different(new Map(found), new Map(wanted), 'coat seen as'),
    ...different(new Map(missed), new Map(missedWanted), 'what is missed in'),
    ...different(new Map([['is gained', acquired]]), new Map([['is gained', [ACQUIRED]]]), 'what with age'),
  ]
}

function sorted(tokens: readonly string[]): string {
  return [...tokens].sort().join(' ')
}

type Said = ReadonlyMap<string, unknown>

function different(found: Said, wanted: Said, what: string): readonly string[] {
  return [...wanted.keys()].flatMap((key) => {
    const [a, b] = [JSON.stringify(found.get(key)), JSON.stringify(wanted.get(key))]
    return a === b ? [] : [`${what} ${key}: ${String(a)}, and not ${String(b)}`]
  })
}
