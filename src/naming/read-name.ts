/**
 * Reads a coat's name back into tokens: words, synonyms and forms of any language, whatever their case, accents and hyphens.
 * Guarantees: every word of the text is spoken for once; a name that the service gives is read as what it was given for;
 * a reading that no animal can show is given only where there is no other.
 */
import type { DecisionTable, LocaleTable, ModifierRow, RuleTables, Term } from '../rules/tables.js'

export interface Reading {
  readonly language: string
  readonly tokens: readonly string[]
  /** False where no word says what the base is: "grey", "tobiano". */
  readonly isWhole: boolean
}

interface Words {
  readonly words: readonly string[]
  readonly tokens: readonly string[]
  readonly isSynonym: boolean
}

/** The words of one language by their first one, and its terms as people write them. */
type Vocabulary = ReturnType<typeof vocabularyOf>

/** Small letters without accents, as words. `Weiß` and `WEISS` are one, and `grey-born` is two. */
export function foldedWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

export function createNameReader({ locales, tables }: Pick<RuleTables, 'locales' | 'tables'>) {
  const vocabularies = locales.map(vocabularyOf)
  const canBeTogether = togetherIn(tables)
  return {
    /** Names and words that people may have meant. */
    terms: [...new Set(vocabularies.flatMap(({ terms }) => terms))],
    /**
     * All readings of the text in the language asked for, else in any other, else in a registry; none where there is none.
     * Words of one language can be those of another for something else: "few-spot" and "leopard", a "few-spot leopard".
     */
    read: (text: string, language: string): readonly Reading[] => {
      const words = foldedWords(text)
      if (words.length === 0 || words.length > MOST_WORDS) return []
      const own = vocabularies.filter((each) => each.language === language)
      const others = vocabularies.filter((each) => each.language !== language && !each.isRegistry)
      const found = [own, others, vocabularies].map((group) =>
        distinct(group.flatMap((vocabulary) => readingsIn(vocabulary, words, canBeTogether))),
      )
      const possible = found.map((group) => group.filter(({ tokens }) => canBeTogether(tokens)))
      return [...possible, ...found].find((group) => group.length > 0) ?? []
    },
  }
}

const MOST_WORDS = 24
/** Steps of one search; no name of any language needs a hundredth of them. */
const MOST_STEPS = 20_000

function vocabularyOf({ language, kind, names, modifiers, synonyms }: LocaleTable) {
  const formsIn = (rows: readonly Pick<ModifierRow, 'tokens' | 'term'>[]) =>
    rows.flatMap(({ tokens, term }) =>
      formsOf(term).map((form) => ({ tokens, term: form, isSynonym: false })),
    )
  const wrapping = formsIn(modifiers.filter(({ position }) => position === 'wrap'))
  const wraps = wrapping.map(({ tokens, term }) => {
    const [before = '', after = ''] = term.split('{name}')
    return { tokens, before: foldedWords(before), after: foldedWords(after) }
  })
  const rows = [
    ...formsIn([...names, ...modifiers.filter(({ position }) => position !== 'wrap')]),
    // "Grey" alone, of a grey whose birth coat nobody knows.
    ...wrapping.map((row) => ({ ...row, term: row.term.split('(')[0] ?? '' })),
    ...synonyms.flatMap(({ of, terms }) => terms.map((term) => ({ tokens: of, term, isSynonym: true }))),
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
  return { language, isRegistry: kind === 'registry', byFirst, wraps, bases, terms }
}

/** The words that a term can be. */
export function formsOf(term: Term): readonly string[] {
  return typeof term === 'string' ? [term] : [...new Set(Object.values(term))]
}

type CanBeTogether = (tokens: readonly string[]) => boolean

/** Of a table in which one rule decides, tokens of two rules never meet, unless another table gives them too. */
function togetherIn(tables: readonly DecisionTable[]): CanBeTogether {
  const givenIn = tables.map(({ rules }) => new Set(rules.flatMap(({ then }) => then)))
  const deciding = tables.flatMap(({ hit, rules }, index) => {
    const isOnly = (token: string): boolean =>
      givenIn.every((given, other) => given.has(token) === (other === index))
    return hit === 'collect' ? [] : [rules.map(({ then }) => then.filter(isOnly))]
  })
  return (tokens) =>
    deciding.every((rules) => {
      const own = tokens.filter((token) => rules.some((then) => then.includes(token)))
      return own.length < 2 || rules.some((then) => own.every((token) => then.includes(token)))
    })
}

function readingsIn(
  vocabulary: Vocabulary,
  words: readonly string[],
  canBeTogether: CanBeTogether,
): readonly Reading[] {
  const wrapped = vocabulary.wraps.flatMap(({ before, after, tokens }) => {
    const isWrapped =
      words.length > before.length + after.length &&
      before.every((word, i) => words[i] === word) &&
      after.every((word, i) => words[words.length - after.length + i] === word)
    if (!isWrapped) return []
    const between = words.slice(before.length, words.length - after.length)
    const inner = readingsIn(vocabulary, between, canBeTogether)
    return inner
      .filter((each) => each.tokens.every((token) => !tokens.includes(token)))
      .map((each) => ({ ...each, tokens: [...each.tokens, ...tokens] }))
  })
  if (wrapped.length > 0) return wrapped
  const all = search(vocabulary, words)
  const possible = all.filter(({ tokens }) => canBeTogether(tokens))
  const found = possible.length > 0 ? possible : all
  const plain = found.filter(({ isSynonym }) => !isSynonym)
  return (plain.length > 0 ? plain : found).map(({ tokens }) => ({
    language: vocabulary.language,
    tokens,
    isWhole: tokens.some((token) => vocabulary.bases.has(token)),
  }))
}

type Found = Pick<Words, 'tokens' | 'isSynonym'>

/** Every way to speak for all words, each once, no token twice; with a synonym among them or not. */
function search({ byFirst }: Vocabulary, words: readonly string[]): readonly Found[] {
  const found: Found[] = []
  let steps = 0
  const from = (at: number, tokens: readonly string[], isSynonym: boolean): void => {
    if (++steps > MOST_STEPS) return
    if (at === words.length) found.push({ tokens, isSynonym })
    for (const entry of byFirst.get(words[at] ?? '') ?? []) {
      const fits = entry.words.every((word, i) => words[at + i] === word)
      if (!fits || entry.tokens.some((token) => tokens.includes(token))) continue
      from(at + entry.words.length, [...tokens, ...entry.tokens], isSynonym || entry.isSynonym)
    }
  }
  from(0, [], false)
  return found
}

function distinct(readings: readonly Reading[]): readonly Reading[] {
  return [...new Map(readings.map((each) => [[...each.tokens].sort().join(' '), each])).values()]
}
