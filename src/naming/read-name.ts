/**
 * Reads a coat's name back into tokens: words, synonyms and forms of any language, whatever their case, accents and hyphens.
 * Guarantees: each word of the text is used exactly once; a name that the service gives is read as the coat it was given for;
 * a reading that no animal can show is returned only when there is no other. Every step of the search is counted, so that
 * the caller can end it.
 */
import type { RuleTables } from '../rules/tables.js'
import { togetherIn, type CanBeTogether } from './tokens-together.js'
import { foldedWords, vocabularyOf, withEachVariant, type Vocabulary, type Words } from './vocabulary.js'

export { foldedWords } from './vocabulary.js'

export interface Reading {
  readonly language: string
  readonly tokens: readonly string[]
  /** False where no word says what the base is: "grey", "tobiano". */
  readonly isWhole: boolean
}

/** Is told of every step before it is taken; throws to end the search. */
export type CountSteps = (steps: number) => void

const uncounted: CountSteps = () => {}

export function createNameReader({ locales, tables }: Pick<RuleTables, 'locales' | 'tables'>) {
  const vocabularies = locales.map(vocabularyOf)
  const canBeTogether = togetherIn(tables)
  return {
    /** Names and words that people may have meant. */
    terms: [...new Set(vocabularies.flatMap(({ terms }) => terms))],
    /**
     * All readings of the text in the language asked for, else in any other, else in a registry; empty where there is none.
     * Words of one language can be those of another for something else: "few-spot" and "leopard", a "few-spot leopard".
     */
    read: (text: string, language: string, count = uncounted): readonly Reading[] => {
      const words = foldedWords(text)
      if (words.length === 0 || words.length > MAX_WORDS) return []
      const own = vocabularies.filter((each) => each.language === language)
      const others = vocabularies.filter((each) => each.language !== language && !each.isRegistry)
      // Each vocabulary is searched once, and only when the ones before it have no reading.
      const readings = new Map<Vocabulary, readonly Reading[]>()
      const readingsOf = (vocabulary: Vocabulary): readonly Reading[] => {
        const known = readings.get(vocabulary) ?? readingsIn(vocabulary, words, { canBeTogether, count })
        readings.set(vocabulary, known)
        return known
      }
      const groups = [own, others, vocabularies]
      for (const isAccepted of [canBeTogether, () => true])
        for (const group of groups) {
          const found = distinct(group.flatMap(readingsOf)).filter(({ tokens }) => isAccepted(tokens))
          if (found.length > 0) return found
        }
      return []
    },
  }
}

/** The longest name that the service gives has 20. */
const MAX_WORDS = 24

interface Search {
  readonly canBeTogether: CanBeTogether
  readonly count: CountSteps
}

function readingsIn(vocabulary: Vocabulary, words: readonly string[], how: Search): readonly Reading[] {
  const wrapped = vocabulary.wraps.flatMap(({ before, after, tokens }) => {
    const isWrapped =
      words.length > before.length + after.length &&
      before.every((word, i) => words[i] === word) &&
      after.every((word, i) => words[words.length - after.length + i] === word)
    if (!isWrapped) return []
    const between = words.slice(before.length, words.length - after.length)
    const inner = readingsIn(vocabulary, between, how)
    how.count(1)
    return inner
      .filter((each) => each.tokens.every((token) => !tokens.includes(token)))
      .map((each) => ({ ...each, tokens: [...each.tokens, ...tokens] }))
  })
  if (wrapped.length > 0) return wrapped
  const possible = search(vocabulary, words, how)
  const found =
    possible.length > 0 ? possible : search(vocabulary, words, { ...how, canBeTogether: () => true })
  const whole = found.flatMap((each) =>
    withEachVariant(each.tokens, vocabulary).map((tokens) => ({ ...each, tokens })),
  )
  const plain = whole.filter(({ isSynonym }) => !isSynonym)
  return (plain.length > 0 ? plain : whole).map(({ tokens }) => ({
    language: vocabulary.language,
    tokens,
    isWhole: tokens.some((token) => vocabulary.bases.has(token)),
  }))
}

type Found = Pick<Words, 'tokens' | 'isSynonym'>

/**
 * Every set of tokens that uses each word once and no token twice, with and without synonyms. Searched from the last word
 * back: the words that mean many things, those of the colour, stand first in a name, so that what follows them is read once.
 */
function search(
  { byFirst }: Vocabulary,
  words: readonly string[],
  { canBeTogether, count }: Search,
): readonly Found[] {
  /** By the place behind their last word. */
  const endingAt: (Words & { readonly start: number })[][] = [...words, ''].map(() => [])
  // Whether all words before a place can be read, so that no step is taken towards a word that means nothing.
  const isReadable = [true, ...words.map(() => false)]
  words.forEach((first, start) => {
    if (isReadable[start] !== true) return
    for (const entry of byFirst.get(first) ?? []) {
      if (!entry.words.every((word, i) => words[start + i] === word)) continue
      const end = start + entry.words.length
      isReadable[end] = true
      endingAt[end]?.push({ ...entry, start })
    }
  })
  const found: Found[] = []
  // The same tokens can be reached in several orders: what is before them is searched once.
  const reached = new Set<string>()
  const before = (end: number, tokens: readonly string[], isSynonym: boolean): void => {
    if (end === 0) found.push({ tokens, isSynonym })
    for (const entry of endingAt[end] ?? []) {
      count(1)
      if (entry.tokens.some((token) => tokens.includes(token))) continue
      const all = [...entry.tokens, ...tokens]
      if (!canBeTogether(all)) continue
      const hasSynonym = isSynonym || entry.isSynonym
      const key = `${entry.start} ${hasSynonym} ${keyOf(all)}`
      if (reached.has(key)) continue
      reached.add(key)
      before(entry.start, all, hasSynonym)
    }
  }
  before(words.length, [], false)
  return found
}

function distinct(readings: readonly Reading[]): readonly Reading[] {
  return [...new Map(readings.map((each) => [keyOf(each.tokens), each])).values()]
}

/** Equal for the same tokens in any order. */
function keyOf(tokens: readonly string[]): string {
  return [...tokens].sort().join(' ')
}
