/**
 * Searches the words of a text: every way to use each of them once.
 * Guarantees: every step is counted before it is taken, so that the caller can end the search.
 */
import type { CanBeTogether } from './tokens-together.js'
import type { PassportMeaning, Vocabulary, Words } from './vocabulary.js'

/** Is told of every step before it is taken; throws to end the search. */
export type CountSteps = (steps: number) => void

export interface Search {
  readonly canBeTogether: CanBeTogether
  readonly count: CountSteps
}

export interface Found extends Pick<Words, 'tokens' | 'isSynonym'> {
  /** The words of passports among them, in reading order. */
  readonly passport: readonly PassportMeaning[]
}

/** What a text holds whose words stand around a name, such as "grey (born bay)": that name, and the tokens around it. */
export function unwrapped({ wraps }: Pick<Vocabulary, 'wraps'>, words: readonly string[]) {
  return wraps.flatMap(({ before, after, tokens }) => {
    const isWrapped =
      words.length > before.length + after.length &&
      before.every((word, i) => words[i] === word) &&
      after.every((word, i) => words[words.length - after.length + i] === word)
    return isWrapped ? [{ between: words.slice(before.length, words.length - after.length), tokens }] : []
  })
}

/**
 * Every set of tokens that uses each word once and no token twice, with and without synonyms. Searched from the last word
 * back: the words that mean many things, those of the colour, stand first in a name, so that what follows them is read once.
 */
export function searchWords(
  { byFirst }: Pick<Vocabulary, 'byFirst'>,
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
  const before = (end: number, { tokens, isSynonym, passport }: Found): void => {
    if (end === 0) found.push({ tokens, isSynonym, passport })
    for (const entry of endingAt[end] ?? []) {
      count(1)
      if (entry.tokens.some((token) => tokens.includes(token))) continue
      const all = [...entry.tokens, ...tokens]
      if (!canBeTogether(all)) continue
      const hasSynonym = isSynonym || entry.isSynonym
      const covered = entry.passport === undefined ? passport : [entry.passport, ...passport]
      const key = `${entry.start} ${hasSynonym} ${keyOf(all)} ${covered.map(({ id }) => id).join()}`
      if (reached.has(key)) continue
      reached.add(key)
      before(entry.start, { tokens: all, isSynonym: hasSynonym, passport: covered })
    }
  }
  before(words.length, { tokens: [], isSynonym: false, passport: [] })
  return found
}

/** Equal for the same tokens in any order. */
export function keyOf(tokens: readonly string[]): string {
  return [...tokens].sort().join(' ')
}
