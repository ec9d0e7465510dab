/**
 * Random pairs of parents over at most six loci, with and without declarations, as fast-check arbitraries.
 * Guarantees: every request is valid; alleles come in any order; declarations name carried alleles most of the time.
 */
import fc from 'fast-check'
import type { Genes } from './parent.js'

export interface RandomParent {
  readonly genes: Genes
  readonly declared: readonly string[]
}

export interface RandomCross {
  readonly mother: RandomParent
  readonly father: RandomParent
}

const ALLELES: Readonly<Record<string, readonly string[]>> = {
  agouti: ['A', 'a'],
  extension: ['E', 'e'],
  matp: ['Cr', 'Prl', 'n'],
  dun: ['D', 'nd1', 'nd2'],
  silver: ['Z', 'n'],
  champagne: ['Ch', 'n'],
  grey: ['G', 'n'],
  lp: ['Lp', 'n'],
  patn1: ['PATN1', 'n'],
  pax3: ['SW2', 'n'],
}
const REQUIRED = ['agouti', 'extension']
/** Linked loci first and more often: they are where phase matters. */
const FURTHER = [
  'kit',
  'patn1',
  'pax3',
  'silver',
  'kit',
  'patn1',
  'matp',
  'dun',
  'champagne',
  'grey',
  'lp',
  'kit',
]
const VARIANTS = ['To', 'Rn', 'SB1', 'DW5', 'DW7', 'DW20']
const DECLARABLE = ['E', 'e', 'PATN1', 'Z', 'SW2', 'n', ...VARIANTS]

export const randomCross: fc.Arbitrary<RandomCross> = fc
  .uniqueArray(fc.constantFrom(...FURTHER), { maxLength: 4 })
  .chain((further) => {
    const parent = randomParent([...REQUIRED, ...further])
    return fc.record({ mother: parent, father: parent })
  })

/** The two fields of a parent in a request. */
export function fieldsOf({ genes }: RandomParent): { readonly base: Genes; readonly others: Genes } {
  const isBase = ([key]: readonly [string, unknown]): boolean => REQUIRED.includes(key)
  const entries = Object.entries(genes)
  return {
    base: Object.fromEntries(entries.filter(isBase)),
    others: Object.fromEntries(entries.filter((entry) => !isBase(entry))),
  }
}

function randomParent(loci: readonly string[]): fc.Arbitrary<RandomParent> {
  const genes = loci.map((key) => {
    const alleles = key === 'kit' ? randomKit : randomPair(ALLELES[key] ?? [])
    const named = fc.tuple(fc.constant(key), alleles)
    return REQUIRED.includes(key) ? named : fc.option(named, { freq: 5 })
  })
  return fc
    .tuple(...genes)
    .map((written) => withoutDoubleNaming(Object.fromEntries(written.filter((each) => each !== null))))
    .chain((written) => randomDeclaration(written).map((declared) => ({ genes: written, declared })))
}

/** Heterozygous twice as often as chance would have it: homozygous parents teach little. */
function randomPair(alleles: readonly string[]): fc.Arbitrary<readonly string[]> {
  const any = fc.constantFrom(...alleles)
  return fc.oneof(
    { weight: 1, arbitrary: fc.tuple(any, any) },
    { weight: 2, arbitrary: fc.shuffledSubarray([...alleles], { minLength: 2, maxLength: 2 }) },
  )
}

const variants = (least: number, most: number): fc.Arbitrary<readonly string[]> =>
  fc.shuffledSubarray(VARIANTS, { minLength: least, maxLength: most })

const randomCopy = fc.oneof(
  fc.constant('n'),
  variants(1, 3).map((some) => some.join('+')),
)

const randomKit: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant(['n']) },
      { weight: 2, arbitrary: variants(1, 1) },
      { weight: 2, arbitrary: variants(2, 2) },
      { weight: 3, arbitrary: fc.tuple(randomCopy, randomCopy) },
      { weight: 2, arbitrary: variants(3, 4) },
      { weight: 1, arbitrary: variants(2, 3).map((some) => [...some, 'unphased']) },
      // One variant on both copies, the others anywhere.
      { weight: 1, arbitrary: variants(2, 3).map(([twice = '', ...rest]) => [twice, ...rest, twice]) },
    ),
    fc.constantFrom(0, 0, 0, 0, 1, 2),
  )
  // SW2 by itself, beside a pair, or beside a list.
  .map(([kit, lent]) => [
    ...kit.filter((text) => lent === 0 || text !== 'n'),
    ...Array<string>(lent).fill('SW2'),
  ])

/** SW2 stands under kit or pax3, never under both. */
function withoutDoubleNaming(genes: Genes): Genes {
  if (genes['pax3'] === undefined || genes['kit']?.includes('SW2') !== true) return genes
  return { ...genes, kit: ['n'] }
}

function randomDeclaration(genes: Genes): fc.Arbitrary<readonly string[]> {
  const carried = [
    ...new Set(Object.values(genes).flatMap((texts) => texts.flatMap((text) => text.split('+')))),
  ]
  const some = (alleles: readonly string[], least: number, most: number): fc.Arbitrary<readonly string[]> =>
    fc.shuffledSubarray([...alleles], {
      minLength: Math.min(least, alleles.length),
      maxLength: Math.min(most, alleles.length),
    })
  const useful = carried.filter((allele) => allele !== 'n' && DECLARABLE.includes(allele))
  return fc
    .oneof(
      { weight: 1, arbitrary: some([], 0, 0) },
      { weight: 6, arbitrary: some(useful, 2, 4) },
      { weight: 1, arbitrary: some(DECLARABLE, 1, 3) },
    )
    .map((declared) => declared.filter((allele) => allele !== 'e' || !declared.includes('E')))
}
