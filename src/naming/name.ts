/**
 * Composes the name of a visible phenotype: all of it, and nothing that is not seen.
 * Guarantees: every token is spoken for exactly once; the same tokens always give the same name.
 */
import { VARIANTS, variantOf } from '../rules/notation.js'
import type { Entry, Lexicon } from './lexicon.js'

/** @param tokens visible tokens, no repetition @returns the name with a capital first letter */
export function nameCoat(lexicon: Lexicon, tokens: readonly string[]): string {
  const at: Record<Entry['position'], Entry[]> = { before: [], name: [], after: [], wrap: [] }
  const { entries, left } = chosenFor(lexicon, tokens)
  for (const entry of entries) at[entry.position].push(entry)
  // A variant that no word has a place for stands behind all words.
  const others = [...left].flatMap((token) => variantOf(token)?.name ?? [])
  if (others.length < left.size)
    throw new Error(`${nameFaultOf(lexicon, tokens)} in ${lexicon.language}: a defect of check-words.ts`)
  const words = [...inOrder(at.before), ...at.name, ...inOrder(at.after)].map((entry) =>
    withVariants(entry, tokens),
  )
  const phrase = [...words, ...others].join(' ')
  const name = inOrder(at.wrap).reduce(wrapped, phrase)
  return name.charAt(0).toLocaleUpperCase(lexicon.language) + name.slice(1)
}

/** The word, with the names of variants that are seen; where none is, it is said without them. */
export function withVariants(
  { term, tokens: own }: Pick<Entry, 'term' | 'tokens'>,
  tokens: readonly string[],
): string {
  if (!term.includes(VARIANTS)) return term
  const names = variantsBeside(own, tokens).flatMap((token) => variantOf(token)?.name ?? [])
  return names.length === 0
    ? term.replace(/ ?\(?\{variants\}\)?/, '')
    : term.replace(VARIANTS, names.join(', '))
}

function variantsBeside(own: readonly string[], tokens: readonly string[]): readonly string[] {
  return tokens.filter((token) => own.includes(variantOf(token)?.of ?? ''))
}

/** Brackets within brackets are square: grey (born bay [W]). Alone, such a word stands without its bracket: grey. */
function wrapped(name: string, { term }: Entry): string {
  if (name === '') return term.replace(/ ?\(.*\{name\}\)/, '')
  const inner = term.includes('(') ? name.replaceAll('(', '[').replaceAll(')', ']') : name
  return term.replace('{name}', () => inner)
}

function inOrder(entries: Entry[]): readonly Entry[] {
  return entries.sort((a, b) => a.order - b.order)
}

/** Why these tokens have no name, which only those of a language with errors lack. */
export function nameFaultOf(lexicon: Lexicon, tokens: readonly string[]): string | undefined {
  const left = [...chosenFor(lexicon, tokens).left].filter((token) => variantOf(token) === undefined)
  return left.length === 0 ? undefined : `(no word for ${left.join(', ')})`
}

export function entriesFor(lexicon: Lexicon, tokens: readonly string[]): readonly Entry[] {
  return chosenFor(lexicon, tokens).entries
}

/** The longest entry that fits the tokens left over, again and again until none fits; and what no entry says. */
function chosenFor(lexicon: Lexicon, tokens: readonly string[]) {
  const left = new Set(tokens)
  const isSeen = (token: string) => tokens.includes(token)
  const entries = lexicon.entries.filter((entry) => {
    if (!holdsAll(left, entry.tokens)) return false
    if (entry.beside.length > 0 && !entry.beside.some(isSeen)) return false
    if (entry.unless.some(isSeen)) return false
    for (const token of entry.tokens) left.delete(token)
    if (entry.term.includes(VARIANTS))
      for (const token of variantsBeside(entry.tokens, tokens)) left.delete(token)
    return true
  })
  return { entries, left }
}

/** Asked of all entries for every new name: no closure, no iterator. */
function holdsAll(left: ReadonlySet<string>, tokens: readonly string[]): boolean {
  for (let i = 0; i < tokens.length; i++) if (!left.has(tokens[i] ?? '')) return false
  return true
}

/**
 * Other words for what the name is made of, in the order of the locale file: of whole words of it only, since one for a
 * part of a joined word is none of its synonyms; none twice, and none that the name says already.
 * @param tokens visible tokens, no repetition
 */
export function synonymsFor(lexicon: Lexicon, tokens: readonly string[]): readonly string[] {
  const spoken = entriesFor(lexicon, tokens)
  const splits = (of: readonly string[], entry: { readonly tokens: readonly string[] }): boolean =>
    entry.tokens.some((token) => of.includes(token)) && !entry.tokens.every((token) => of.includes(token))
  const fitting = lexicon.synonyms.filter(
    ({ of }) => of.every((token) => tokens.includes(token)) && !spoken.some((entry) => splits(of, entry)),
  )
  const isSaid = (of: readonly string[], term: string): boolean =>
    spoken.some((entry) => entry.term === term && of.every((token) => entry.tokens.includes(token)))
  return [...new Set(fitting.flatMap(({ of, terms }) => terms.filter((term) => !isSaid(of, term))))]
}
