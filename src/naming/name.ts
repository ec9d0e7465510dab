/**
 * Composes the name of a visible phenotype: all of it, and nothing that is not seen.
 * Guarantees: every token is spoken for exactly once; the same tokens always give the same name.
 * Leaves to others: which tokens are visible (model/phenotype.ts) and the words (locales/).
 */
import type { Entry, Lexicon } from './lexicon.js'

/** @param tokens visible tokens, no repetition @returns the name with a capital first letter */
export function nameCoat(lexicon: Lexicon, tokens: readonly string[]): string {
  const spoken = matchEntries(lexicon, tokens)
  const inOrder = (position: Entry['position']): readonly string[] =>
    spoken
      .filter((entry) => entry.position === position)
      .sort((a, b) => (position === 'name' ? 0 : a.order - b.order))
      .map((entry) => entry.term)
  const phrase = [...inOrder('before'), ...inOrder('name'), ...inOrder('after')].join(' ')
  const name = inOrder('wrap').reduce((inner, term) => term.replace('{name}', () => inner), phrase)
  return name.charAt(0).toLocaleUpperCase(lexicon.language) + name.slice(1)
}

/** The longest entry that fits the tokens left over, again and again until none is left. */
function matchEntries(lexicon: Lexicon, tokens: readonly string[]): readonly Entry[] {
  const left = new Set(tokens)
  const spoken: Entry[] = []
  for (const entry of lexicon.entries) {
    if (!entry.tokens.every((token) => left.has(token))) continue
    spoken.push(entry)
    for (const token of entry.tokens) left.delete(token)
  }
  if (left.size > 0) {
    throw new Error(`no word in ${lexicon.language} for ${[...left].join(', ')}: a defect of lexicon.ts`)
  }
  return spoken
}
