/**
 * Reads a coat's name back into tokens: words, synonyms and forms of any language, whatever their case, accents and hyphens;
 * and words that passports print as the coats that they cover.
 * Guarantees: each word of the text is used exactly once; a name that the service gives is read as the coat it was given for;
 * a reading that no animal can show is returned only when there is no other. Every step of the search is counted, so that
 * the caller can end it.
 */
import type { RuleTables } from '../rules/tables.js'
import { createPassportReader, type CoveredCoat, type TextRead } from './read-passport.js'
import { keyOf, searchWords, unwrapped, type CountSteps, type Search } from './search-words.js'
import { togetherIn, type CanBeTogether } from './tokens-together.js'
import { foldedWords, vocabularyOf, withEachVariant, type Vocabulary } from './vocabulary.js'

export type { TextRead } from './read-passport.js'
export type { CountSteps } from './search-words.js'
export { foldedWords } from './vocabulary.js'

export interface Reading {
  readonly language: string
  readonly tokens: readonly string[]
  readonly isSynonym: boolean
  /** False where no word says what the base is: "grey", "tobiano". */
  readonly isWhole: boolean
}

const uncounted: CountSteps = () => {}
const anyAccepted = (): boolean => true

export function createNameReader({ locales, tables }: Pick<RuleTables, 'locales' | 'tables'>) {
  const vocabularies = locales.map(vocabularyOf)
  const canBeTogether = togetherIn(tables)
  const passport = createPassportReader({ locales, tables }, vocabularies)
  /** The vocabularies in the order in which they are asked, and how the text is named in some of them. */
  const opened = (words: readonly string[], language: string, count: CountSteps) => {
    const own = vocabularies.filter((each) => each.language === language)
    const others = vocabularies.filter((each) => each.language !== language && !each.isRegistry)
    // Each vocabulary is searched once, and only when the ones before it have no reading.
    const readings = new Map<Vocabulary, readonly Reading[]>()
    const readingsOf = (vocabulary: Vocabulary): readonly Reading[] => {
      const known = readings.get(vocabulary) ?? readingsIn(vocabulary, words, { canBeTogether, count })
      readings.set(vocabulary, known)
      return known
    }
    const namesIn = (group: readonly Vocabulary[], isAccepted: CanBeTogether): readonly Reading[] =>
      distinct(group.flatMap(readingsOf)).filter(({ tokens }) => isAccepted(tokens))
    return { groups: [own, others, vocabularies], namesIn }
  }
  return {
    /** Names and words that people may have meant. */
    terms: [...new Set(vocabularies.flatMap(({ terms }) => terms)), ...passport.terms],
    /**
     * All readings of the text in the language asked for, else in any other, else in a registry; empty where there is none.
     * Words of one language can be those of another for something else: "few-spot" and "leopard", a "few-spot leopard".
     */
    read: (text: string, language: string, count = uncounted): readonly Reading[] => {
      const words = foldedWords(text)
      if (words.length === 0 || words.length > MAX_WORDS) return []
      const { groups, namesIn } = opened(words, language, count)
      for (const isAccepted of [canBeTogether, anyAccepted])
        for (const group of groups) {
          const found = namesIn(group, isAccepted)
          if (found.length > 0) return found
        }
      return []
    },
    /**
     * The coats that a text covers: a name, or words of passports; undefined where it is neither. A word of a passport that is
     * also a name covers more than the name only if `isLoose`; what a registry names is read as its papers mean it.
     */
    readText: (
      text: string,
      language: string,
      { isLoose = false, count = uncounted } = {},
    ): TextRead | undefined => {
      const words = foldedWords(text)
      if (words.length === 0 || words.length > MAX_WORDS) return undefined
      const { groups, namesIn } = opened(words, language, count)
      for (const group of groups) {
        const named = namesIn(group, canBeTogether)
        const covered = passport.wordOf(group, words, { count })
        const isName = named.some(({ isWhole, isSynonym }) => isWhole && !isSynonym)
        const isExact = isName && (!isLoose || group.some(({ isRegistry }) => isRegistry))
        if (covered !== undefined && !isExact) return covered
        if (named.length > 0) return textOf(named)
      }
      for (const group of groups) {
        const covered = passport.composed(group, words, { canBeTogether, count })
        if (covered !== undefined) return covered
      }
      for (const group of groups) {
        const named = namesIn(group, anyAccepted)
        if (named.length > 0) return textOf(named)
      }
      return undefined
    },
  }
}

function textOf(named: readonly Reading[]): TextRead {
  return { coats: named.map(coatOf), languages: named.map(({ language }) => language) }
}

function coatOf({ tokens, isWhole }: Reading): CoveredCoat {
  return { exactly: isWhole ? tokens : undefined, has: isWhole ? [] : tokens, lacks: [], isWhole }
}

/** The longest name that the service gives has 20. */
const MAX_WORDS = 24

function readingsIn(vocabulary: Vocabulary, words: readonly string[], how: Search): readonly Reading[] {
  const wrapped = unwrapped(vocabulary, words).flatMap(({ between, tokens }) => {
    const inner = readingsIn(vocabulary, between, how)
    how.count(1)
    return inner
      .filter((each) => each.tokens.every((token) => !tokens.includes(token)))
      .map((each) => ({ ...each, tokens: [...each.tokens, ...tokens] }))
  })
  if (wrapped.length > 0) return wrapped
  const possible = searchWords(vocabulary, words, how)
  const found =
    possible.length > 0 ? possible : searchWords(vocabulary, words, { ...how, canBeTogether: () => true })
  const whole = found.flatMap((each) =>
    withEachVariant(each.tokens, vocabulary).map((tokens) => ({ ...each, tokens })),
  )
  const plain = whole.filter(({ isSynonym }) => !isSynonym)
  return (plain.length > 0 ? plain : whole).map(({ tokens, isSynonym }) => ({
    language: vocabulary.language,
    tokens,
    isSynonym,
    isWhole: tokens.some((token) => vocabulary.bases.has(token)),
  }))
}

function distinct(readings: readonly Reading[]): readonly Reading[] {
  return [...new Map(readings.map((each) => [keyOf(each.tokens), each])).values()]
}
