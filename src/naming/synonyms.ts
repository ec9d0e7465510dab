/**
 * Other words for what a name is made of.
 * Guarantees: only synonyms of whole words of the name: one for a part of a joined word is none of its synonyms;
 * none twice, and none that the name says already.
 */
import type { Lexicon } from './lexicon.js'
import { entriesFor } from './name.js'

/** @param tokens visible tokens, no repetition @returns in the order of the locale file */
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
