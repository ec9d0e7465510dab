/**
 * What the sources say that no example of a rule file can hold: the shares that were published of populations, what people
 * take a coat for that they saw, and which loci lie on the X chromosome.
 * Guarantees: stated as the source or the breeder says it, not as the rule files do.
 */
import { widened } from '../../src/operations/read/observed/lookalikes.js'
import type { RuleBook } from '../../src/operations/rule-book.js'

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

/** What was seen → what it can be, beside frame and sabino, which may be there and not be noticed. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  black: ['black', 'black cream/1'],
  'black cream/1': ['black', 'black cream/1'],
  'black champagne': ['black champagne'],
  'black pearl': ['black pearl'],
  'black sunshine': ['black sunshine'],
  'black snowdrop': ['black snowdrop'],
  'black dun': ['black dun', 'black dun cream/1'],
  bay: ['bay'],
  chestnut: ['chestnut'],
  'chestnut cream/1': ['chestnut cream/1'],
  'chestnut cream/2': ['bay cream/2', 'black cream/2', 'chestnut cream/2'],
  'bay cream/2': ['bay cream/2', 'black cream/2', 'chestnut cream/2'],
  'black cream/2': ['bay cream/2', 'black cream/2', 'chestnut cream/2'],
  'bay tobiano': ['bay tobiano'],
}

/** The loci of which a male has one copy; all others are autosomal. */
const ON_X = ['brindle', 'incontinentia']

/** What an animal can gain as it ages. */
const ACQUIRED = 'grey'

/** One sentence for each expectation that the rules do not meet. */
export function unmetExpectations({ model }: RuleBook): readonly string[] {
  const onX = model.loci.flatMap(({ key, noCopy }) => (noCopy === null ? [] : [key]))
  return [
    ...publishedFaults(model.source),
    ...seenFaults(model.source.looks),
    ...different(
      new Map([['with one copy in males', onX]]),
      new Map([['with one copy in males', ON_X]]),
      'loci',
    ),
  ]
}

type Source = RuleBook['model']['source']

function publishedFaults({ populations }: Source): readonly string[] {
  const found = Object.fromEntries(
    populations.map(({ population, loci }) => [
      population,
      Object.fromEntries(
        loci.map(({ locus, method, interval, copies }) => {
          const shares = copies.map(({ copy, share, of }) => `${copy} ${(share / of).toFixed(3)}`)
          const counted = interval === 'wilson' ? [`of ${copies[0]?.of ?? 0}`] : []
          return [locus, [...(method === undefined ? [] : [method]), ...shares, ...counted].join(' ')]
        }),
      ),
    ]),
  )
  return different(new Map(Object.entries(found)), new Map(Object.entries(PUBLISHED)), 'population')
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
  const acquired = looks.flatMap((look) => look.acquired ?? [])
  return [
    ...different(new Map(found), new Map(wanted), 'coat seen as'),
    ...different(new Map([['is gained', acquired]]), new Map([['is gained', [ACQUIRED]]]), 'what with age'),
  ]
}

type Said = ReadonlyMap<string, unknown>

function different(found: Said, wanted: Said, what: string): readonly string[] {
  return [...new Set([...found.keys(), ...wanted.keys()])].flatMap((key) => {
    const [a, b] = [JSON.stringify(found.get(key)), JSON.stringify(wanted.get(key))]
    return a === b ? [] : [`${what} ${key}: ${String(a)}, and not ${String(b)}`]
  })
}
