/**
 * The words of one language for reading names: every form of every term, synonyms, and the names of variants, by first word.
 * Guarantees: whatever name.ts can say is among them.
 * Leaves to others: the search for the words of a text (read-name.ts).
 */
import { VARIANTS, variantOf } from '../rules/notation.js'
import type { LocaleTable, ModifierRow, PassportCoat, Term } from '../rules/tables.js'
import { withVariants } from './name.js'

export interface Words {
  readonly words: readonly string[]
  readonly tokens: readonly string[]
  readonly isSynonym: boolean
  /** Where the words are those of a passport. */
  readonly passport?: PassportMeaning
}

/** One of the coats that a word of a passport covers. */
export interface PassportMeaning extends PassportCoat {
  /** Tells it from all others of its language. */
  readonly id: number
  /** As the language file has it. */
  readonly word: string
  readonly isShade: boolean
}

export type Vocabulary = ReturnType<typeof vocabularyOf>

/** Small letters without accents, as words. `Weiß` and `WEISS` are one, and `grey-born` is two. */
export function foldedWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** By first word, and its terms as people write them. */
export function vocabularyOf({ language, kind, names, modifiers, synonyms, variants }: LocaleTable) {
  const formsIn = (rows: readonly Pick<ModifierRow, 'tokens' | 'term'>[]) =>
    rows.flatMap(({ tokens, term }) =>
      formsOf(term).flatMap((form) => named({ tokens, term: form, isSynonym: false }, variants)),
    )
  /** A registry may have one word for coats that it names apart: it means each of them. */
  const isMerged = (word: string): boolean =>
    kind === 'registry' && names.some(({ term }) => formsOf(term).includes(word))
  const wrapping = formsIn(modifiers.filter(({ position }) => position === 'wrap')).flatMap((row) => [
    row,
    ...headsOf(row, synonyms),
  ])
  const wraps = wrapping.map(({ tokens, term }) => {
    const [before = '', after = ''] = term.split('{name}')
    return { tokens, before: foldedWords(before), after: foldedWords(after) }
  })
  const rows = [
    ...formsIn([...names, ...modifiers.filter(({ position }) => position !== 'wrap')]),
    // "Grey" alone, of a grey whose birth coat nobody knows.
    ...wrapping.map((row) => ({ ...row, term: row.term.split('(')[0] ?? '' })),
    ...variants.flatMap((each) => numbersOf(each)),
    ...synonyms.flatMap(({ of, terms }) =>
      terms.map((term) => ({ tokens: of, term, isSynonym: !isMerged(term) })),
    ),
  ]
  const byFirst = new Map<string, Words[]>()
  for (const { tokens, term, isSynonym } of rows) {
    const words = foldedWords(term)
    const [first] = words
    if (first === undefined) continue
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, tokens, isSynonym }])
  }
  const modified = new Set(modifiers.flatMap(({ tokens }) => tokens))
  const bases = new Set(names.flatMap(({ tokens }) => tokens).filter((token) => !modified.has(token)))
  const terms = rows.map(({ term }) => term.trim())
  return { language, isRegistry: kind === 'registry', byFirst, wraps, bases, terms, variants }
}

/** A word around a name, once with each synonym of the word itself. */
function headsOf(row: Row, synonyms: LocaleTable['synonyms']): readonly Row[] {
  const [head = ''] = row.term.split('(')
  if (head === row.term || head.trim() === '') return []
  const alike = synonyms.filter(({ of }) => of.join(' ') === row.tokens.join(' '))
  return alike.flatMap(({ terms }) =>
    terms.map((term) => ({ ...row, term: `${term} ${row.term.slice(head.length)}` })),
  )
}

interface Row {
  readonly tokens: readonly string[]
  readonly term: string
  readonly isSynonym: boolean
}

/** A word with a place for variants, once for each of those that can stand first in it. */
function named(row: Row, variants: LocaleTable['variants']): readonly Row[] {
  if (!row.term.includes(VARIANTS)) return [row]
  return variants
    .filter(({ token }) => row.tokens.includes(token))
    .flatMap(({ one, further }) => [...one, ...further])
    .map((token) => ({ ...row, tokens: [...row.tokens, token], term: withVariants(row, [token]) }))
}

/** The name of a variant by itself: behind another one, or in place of the whole word. */
function numbersOf({ token, one, further }: LocaleTable['variants'][number]): readonly Row[] {
  return [...one, ...further].flatMap((each) => {
    const term = variantOf(each)?.name ?? ''
    return [
      { tokens: [each], term, isSynonym: false },
      { tokens: [token, each], term, isSynonym: true },
    ]
  })
}

/**
 * A whole coat that does not say which variant it has, once with each; and none with a variant that lacks the token that it
 * stands beside.
 */
export function withEachVariant(
  tokens: readonly string[],
  { bases, variants }: Pick<Vocabulary, 'bases' | 'variants'>,
): readonly (readonly string[])[] {
  const isWhole = tokens.some((token) => bases.has(token))
  let coats: readonly (readonly string[])[] = [tokens]
  for (const { token, one, further } of variants) {
    const isNamed = tokens.some((each) => variantOf(each)?.of === token)
    const isSeen = tokens.includes(token)
    if (isNamed && !isSeen) return []
    if (isNamed || !isSeen || !isWhole) continue
    const sets = one.flatMap((each) => [[each], ...further.map((more) => [each, more])])
    coats = coats.flatMap((own) => sets.map((set) => [...own, ...set]))
  }
  return coats
}

/** The words that a term can be. */
export function formsOf(term: Term): readonly string[] {
  return typeof term === 'string' ? [term] : [...new Set(Object.values(term))]
}
