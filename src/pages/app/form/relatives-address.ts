/**
 * An animal and its relatives as fields of an address.
 * Guarantees: reading inverts writing; invalid values are ignored.
 */
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import { readText, type Choice } from './choice.js'
import { NOTHING, type Facts, type Relatives, type Young } from './relatives.js'

export type Field = readonly [string, string]

/** The limit of a question (operations/read/pedigree/pedigree.ts). */
const MOST = 60

export function relativesFields(relatives: Relatives): readonly Field[] {
  const { self, mother, father, partners, young, next } = relatives
  return [
    ...factFields('self', self, false),
    ...(mother === undefined ? [] : factFields('mother', mother)),
    ...(father === undefined ? [] : factFields('father', father)),
    ...partners.flatMap((partner, i) => factFields(`partner${i + 1}`, partner)),
    ...young.flatMap((each, i): readonly Field[] => [
      ...factFields(`young${i + 1}`, each),
      ...(each.sex === undefined ? [] : [[`young${i + 1}.sex`, each.sex] as const]),
      ...(each.by === undefined ? [] : [[`young${i + 1}.by`, String(each.by + 1)] as const]),
    ]),
    ...(next === undefined ? [] : [['next', String(next + 1)] as const]),
  ]
}

/**
 * @param isThere whether the animal exists, even if nothing is known of it
 * @param testsField the field of its test results
 */
export function factFields(
  name: string,
  facts: Facts,
  isThere = true,
  testsField = `${name}.tests`,
): readonly Field[] {
  const { coat, born, has, lacks, isCertain, tests } = facts
  const told = [
    [`${name}.born`, born],
    [`${name}.has`, has.join(',')],
    [`${name}.lacks`, lacks.join(',')],
    [`${name}.certain`, isCertain ? '1' : ''],
    [testsField, testsText(tests)],
  ] as const
  return [
    ...(isThere || coat !== '' ? [[`${name}.coat`, coat] as const] : []),
    ...told.filter(([, text]) => text !== ''),
  ]
}

export function testsText(tests: Choice): string {
  return Object.entries(tests)
    .map(([gene, copies]) => `${gene}=${copies.join('/')}`)
    .join(',')
}

/** Reads the facts of an animal; undefined if the address has none. */
export type ReadFacts = (name: string, testsField?: string) => Facts | undefined

/** Reads the tokens of a field. */
export type ReadTokens = (name: string) => readonly string[]

/** @param take returns the text of a field, once @param unknown collects words that the rules do not know */
export function tokensReader(
  take: (name: string) => string | undefined,
  tokens: GenesAnswer['tokens'],
  unknown: (words: readonly string[]) => void,
): ReadTokens {
  return (name) => {
    const words = (take(name) ?? '').split(',').filter((each) => each !== '')
    const isKnown = (word: string): boolean => tokens.some(({ token }) => token === word)
    unknown(words.filter((word) => !isKnown(word)))
    return words.filter(isKnown)
  }
}

/** @param take returns the text of a field, once @param unknown collects words that the rules do not know */
export function factsReader(
  take: (name: string) => string | undefined,
  { genes, tokens }: Pick<GenesAnswer, 'genes' | 'tokens'>,
  unknown: (words: readonly string[]) => void,
): ReadFacts {
  const parts = tokensReader(take, tokens, unknown)
  return (name, testsField = `${name}.tests`) => {
    const [coat, born, tests] = [`${name}.coat`, `${name}.born`, testsField].map(take)
    const [has, lacks, certain] = [parts(`${name}.has`), parts(`${name}.lacks`), take(`${name}.certain`)]
    const read = readText(tests ?? '', genes)
    unknown(read.unknown)
    const isSaid = [coat, born, tests, certain].some((each) => each !== undefined)
    if (!isSaid && has.length + lacks.length === 0) return undefined
    return { coat: coat ?? '', born: born ?? '', has, lacks, isCertain: certain === '1', tests: read.choice }
  }
}

/** Items that are numbered from 1. @param read returns undefined behind the last one */
export function listed<Item>(read: (index: number) => Item | undefined): readonly Item[] {
  const items: Item[] = []
  for (let index = 1; index <= MOST; index++) {
    const item = read(index)
    if (item === undefined) break
    items.push(item)
  }
  return items
}

export function readRelatives(take: (name: string) => string | undefined, facts: ReadFacts): Relatives {
  const partners = listed((index) => facts(`partner${index}`))
  const partner = (name: string): number | undefined => {
    const index = Number(take(name) ?? '') - 1
    return partners[index] === undefined ? undefined : index
  }
  const young = listed((index): Young | undefined => {
    const known = facts(`young${index}`)
    const own = take(`young${index}.sex`)
    const by = partner(`young${index}.by`)
    return known && { ...known, sex: own === 'f' || own === 'm' ? own : undefined, by }
  })
  return {
    self: facts('self') ?? NOTHING,
    mother: facts('mother'),
    father: facts('father'),
    partners,
    young,
    next: partner('next'),
  }
}
