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

const DOUBLE_CREAMS = ['bay cream/2', 'bay cream/2 mushroom', 'black cream/2', 'chestnut cream/2']

/** What was seen → what it can be, beside frame and sabino, which may be there and not be noticed. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  black: ['black', 'black cream/1'],
  'black cream/1': ['black', 'black cream/1'],
  'black champagne': ['black champagne'],
  'black pearl': ['black pearl'],
  'black sunshine': ['black sunshine'],
  'black snowdrop': ['black snowdrop'],
  'black dun': ['black dun', 'black dun cream/1'],
  bay: ['bay', 'bay mushroom'],
  chestnut: ['chestnut'],
  'chestnut cream/1': ['chestnut cream/1'],
  'chestnut cream/2': DOUBLE_CREAMS,
  'bay cream/2': DOUBLE_CREAMS,
  'black cream/2': DOUBLE_CREAMS,
  'bay mushroom': ['bay', 'bay mushroom'],
  'bay tobiano': ['bay mushroom tobiano', 'bay tobiano'],
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
  const found = Object.keys(SEEN).map((seen) => {
    const tokens = seen.split(' ')
    const { coats } = widened([{ exactly: tokens, has: [], lacks: [] }], looks, () => {})
    return [seen, coats.map(({ exactly = [] }) => [...exactly].sort().join(' ')).sort()] as const
  })
  const unseen = [[], ['frame'], ['sabino'], ['frame', 'sabino']]
  const wanted = Object.entries(SEEN).map(
    ([seen, coats]) =>
      [
        seen,
        coats.flatMap((coat) => unseen.map((more) => [...coat.split(' '), ...more].sort().join(' '))).sort(),
      ] as const,
  )
  const acquired = looks.flatMap((look) => look.acquired ?? []).filter((token) => token === ACQUIRED)
  return [
    ...different(new Map(found), new Map(wanted), 'coat seen as'),
    ...different(new Map([['is gained', acquired]]), new Map([['is gained', [ACQUIRED]]]), 'what with age'),
  ]
}

type Said = ReadonlyMap<string, unknown>

function different(found: Said, wanted: Said, what: string): readonly string[] {
  return [...wanted.keys()].flatMap((key) => {
    const [a, b] = [JSON.stringify(found.get(key)), JSON.stringify(wanted.get(key))]
    return a === b ? [] : [`${what} ${key}: ${String(a)}, and not ${String(b)}`]
  })
}
