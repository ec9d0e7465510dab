/**
 * Reads words that passports print, alone and beside names: "dark bay", "pie alezan", "gris (né bai brun)".
 * Guarantees: each word of the text is used exactly once; a coat that a base colour and these words give shows nothing that none
 * of them names or allows.
 */
import { variantOf } from '../rules/notation.js'
import type { LocaleTable, RuleTables } from '../rules/tables.js'
import { searchWords, unwrapped, type Found, type Search } from './search-words.js'
import { foldedWords, type Vocabulary, type Words } from './vocabulary.js'

/** All coats with these tokens: exactly them, or at least `has` and none of `lacks`. */
export interface CoveredCoat {
  readonly exactly: readonly string[] | undefined
  readonly has: readonly string[]
  readonly lacks: readonly string[]
  /** Whether a base colour is named, so that nothing is seen that is not named or allowed. */
  readonly isWhole: boolean
}

/** What a text may mean: any of these coats. */
export interface TextRead {
  readonly coats: readonly CoveredCoat[]
  /** The language or registry in which each of them was found. */
  readonly languages: readonly string[]
  /** Where words of passports were read: those of them that are shades. */
  readonly shades?: readonly string[]
}

/** @param vocabularies of the locales, in their order */
export function createPassportReader(
  { locales, tables }: Pick<RuleTables, 'locales' | 'tables'>,
  vocabularies: readonly Vocabulary[],
) {
  const tokens = [...new Set(tables.flatMap(({ rules }) => rules.flatMap(({ then }) => then)))]
  const words = new Map(
    vocabularies.map((vocabulary, i) => [vocabulary, passportWords(locales[i]?.passport ?? [])]),
  )
  const wordsOf = (vocabulary: Vocabulary): readonly Words[] => words.get(vocabulary) ?? []
  const readFrom = (
    texts: readonly (readonly [Vocabulary, Found])[],
    { count }: Pick<Search, 'count'>,
  ): TextRead | undefined => {
    count(texts.length)
    const fitting = texts.filter(([, each]) => each.tokens.length > 0 && isMeant(each))
    if (fitting.length === 0) return undefined
    const found = new Map(
      fitting.map(([vocabulary, each]) => {
        const coat = coveredBy(each, vocabulary, tokens)
        return [JSON.stringify(coat), { coat, language: vocabulary.language }]
      }),
    )
    const shades = fitting.flatMap(([, { passport }]) =>
      passport.flatMap(({ isShade, word }) => (isShade ? [word] : [])),
    )
    return {
      coats: [...found.values()].map(({ coat }) => coat),
      languages: [...found.values()].map(({ language }) => language),
      shades: [...new Set(shades)],
    }
  }
  const extended = new Map(
    vocabularies.map((vocabulary) => [vocabulary, withWords(vocabulary, wordsOf(vocabulary))]),
  )
  return {
    terms: locales.flatMap(({ passport }) =>
      passport.flatMap((row) => (row.coats.length > 0 ? row.words : [])),
    ),
    /** What the whole text is as one word of a passport. */
    wordOf: (
      group: readonly Vocabulary[],
      text: readonly string[],
      how: Pick<Search, 'count'>,
    ): TextRead | undefined =>
      readFrom(
        group.flatMap((vocabulary) =>
          wordsOf(vocabulary).flatMap((each) =>
            each.passport !== undefined && each.words.join(' ') === text.join(' ')
              ? [[vocabulary, { ...each, passport: [each.passport] }] as const]
              : [],
          ),
        ),
        how,
      ),
    /** What words of passports and words of names say together. */
    composed: (group: readonly Vocabulary[], text: readonly string[], how: Search): TextRead | undefined =>
      readFrom(
        group.flatMap((vocabulary) =>
          foundIn(extended.get(vocabulary) ?? vocabulary, text, how).flatMap((found) =>
            found.passport.length > 0 ? [[vocabulary, found] as const] : [],
          ),
        ),
        how,
      ),
  }
}

const SHADE = { has: [], lacks: [], may: [], needs: [], isOpen: false }

function passportWords(rows: LocaleTable['passport']): readonly Words[] {
  const meanings = rows.flatMap(({ words, coats, isShade }) =>
    words.flatMap((word) =>
      (coats.length === 0 ? [SHADE] : coats).map((coat) => ({ ...coat, word, isShade })),
    ),
  )
  return meanings.map((meaning, id) => ({
    words: foldedWords(meaning.word),
    tokens: meaning.has,
    isSynonym: false,
    passport: { ...meaning, id },
  }))
}

function withWords(vocabulary: Vocabulary, more: readonly Words[]): Vocabulary {
  const byFirst = new Map(vocabulary.byFirst)
  for (const each of more) {
    const [first = ''] = each.words
    byFirst.set(first, [...(byFirst.get(first) ?? []), each])
  }
  return { ...vocabulary, byFirst }
}

function foundIn(vocabulary: Vocabulary, words: readonly string[], how: Search): readonly Found[] {
  const wrapped = unwrapped(vocabulary, words).flatMap(({ between, tokens }) => {
    how.count(1)
    return foundIn(vocabulary, between, how).flatMap((each) =>
      each.tokens.some((token) => tokens.includes(token))
        ? []
        : [{ ...each, tokens: [...each.tokens, ...tokens] }],
    )
  })
  if (wrapped.length > 0) return wrapped
  const found = searchWords(vocabulary, words, how)
  const plain = found.filter(({ isSynonym }) => !isSynonym)
  return plain.length > 0 ? plain : found
}

/** Whether the words agree: none excludes what another names, and a pattern is named by as few of them as can. */
function isMeant({ tokens, passport }: Found): boolean {
  const isNamed = (token: string): boolean => tokens.includes(token)
  return passport.every(
    ({ lacks, may, needs }) =>
      !lacks.some(isNamed) && !may.some(isNamed) && (needs.length === 0 || needs.some(isNamed)),
  )
}

/** @param all tokens that some rule gives */
function coveredBy(
  { tokens, passport }: Found,
  { bases, variants }: Vocabulary,
  all: readonly string[],
): CoveredCoat {
  const stated = passport.flatMap(({ lacks }) => lacks)
  const open = passport.flatMap(({ has, isOpen }) => (isOpen ? has : []))
  const isWhole = tokens.some((token) => bases.has(token) && !open.includes(token))
  if (!isWhole) return { exactly: undefined, has: tokens, lacks: stated, isWhole }
  const allowed = new Set([...tokens, ...passport.flatMap(({ may }) => may)])
  // A laboratory's number, where none was named, may be any.
  const unnumbered = variants
    .map(({ token }) => token)
    .filter((token) => allowed.has(token) && !tokens.some((each) => variantOf(each)?.of === token))
  if (allowed.size === tokens.length && unnumbered.length === 0)
    return { exactly: tokens, has: [], lacks: [], isWhole }
  const isAllowed = (token: string): boolean =>
    allowed.has(token) || unnumbered.includes(variantOf(token)?.of ?? '')
  return { exactly: undefined, has: tokens, lacks: all.filter((token) => !isAllowed(token)), isWhole }
}

/** The words that name coats by themselves, as the language's file has them. */
export function passportWordsOf(locales: readonly LocaleTable[], language: string): readonly string[] {
  const { passport = [] } = locales.find((each) => each.language === language) ?? {}
  return passport.flatMap(({ words, coats }) => (coats.length > 0 ? words : []))
}
