/**
 * Composes the name of a visible phenotype: all of it, and nothing that is not seen.
 * Guarantees: every token is spoken for exactly once; the same tokens always give the same name.
 */
import type { Entry, Lexicon } from './lexicon.js'

/** @param tokens visible tokens, no repetition @returns the name with a capital first letter */
export function nameCoat(lexicon: Lexicon, tokens: readonly string[]): string {
  const at: Record<Entry['position'], Entry[]> = { before: [], name: [], after: [], wrap: [] }
  let spoken = 0
  for (const entry of entriesFor(lexicon, tokens)) {
    at[entry.position].push(entry)
    spoken += entry.tokens.length
  }
  if (spoken < tokens.length)
    throw new Error(`${nameFaultOf(lexicon, tokens)} in ${lexicon.language}: a defect of check-words.ts`)
  const phrase = [...inOrder(at.before), ...at.name, ...inOrder(at.after)].map(({ term }) => term).join(' ')
  const name = inOrder(at.wrap).reduce(wrapped, phrase)
  return name.charAt(0).toLocaleUpperCase(lexicon.language) + name.slice(1)
}

/** Brackets within brackets are square: grey (born bay [W]). */
function wrapped(name: string, { term }: Entry): string {
  const inner = term.includes('(') ? name.replaceAll('(', '[').replaceAll(')', ']') : name
  return term.replace('{name}', () => inner)
}

function inOrder(entries: Entry[]): readonly Entry[] {
  return entries.sort((a, b) => a.order - b.order)
}

/** Why these tokens have no name, which only those of a language with errors lack. */
export function nameFaultOf(lexicon: Lexicon, tokens: readonly string[]): string | undefined {
  const spoken = new Set(entriesFor(lexicon, tokens).flatMap((entry) => entry.tokens))
  const left = tokens.filter((token) => !spoken.has(token))
  return left.length === 0 ? undefined : `(no word for ${left.join(', ')})`
}

/** The longest entry that fits the tokens left over, again and again until none fits. */
export function entriesFor(lexicon: Lexicon, tokens: readonly string[]): readonly Entry[] {
  const left = new Set(tokens)
  const isSeen = (token: string) => tokens.includes(token)
  return lexicon.entries.filter((entry) => {
    if (!holdsAll(left, entry.tokens)) return false
    if (entry.beside.length > 0 && !entry.beside.some(isSeen)) return false
    for (const token of entry.tokens) left.delete(token)
    return true
  })
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
