/**
 * Composes the name of a visible phenotype: all of it, and nothing that is not seen.
 * Guarantees: every token is spoken for exactly once; the same tokens always give the same name.
 * Leaves to others: which tokens are visible (model/phenotype.ts) and the words (locales/).
 */
import type { Entry, Lexicon } from './lexicon.js'

/** @param tokens visible tokens, no repetition @returns the name with a capital first letter */
export function nameCoat(lexicon: Lexicon, tokens: readonly string[]): string {
  const spoken = entriesFor(lexicon, tokens)
  const inOrder = (position: Entry['position']): readonly string[] =>
    spoken
      .filter((entry) => entry.position === position)
      .sort((a, b) => (position === 'name' ? 0 : a.order - b.order))
      .map((entry) => entry.term)
  const phrase = [...inOrder('before'), ...inOrder('name'), ...inOrder('after')].join(' ')
  const name = inOrder('wrap').reduce((inner, term) => term.replace('{name}', () => inner), phrase)
  return name.charAt(0).toLocaleUpperCase(lexicon.language) + name.slice(1)
}

/** Why these tokens have no name; undefined when they have one. Only a language with errors lacks words. */
export function nameFaultOf(lexicon: Lexicon, tokens: readonly string[]): string | undefined {
  const { left } = speak(lexicon, tokens)
  return left.length === 0 ? undefined : `(no word for ${left.join(', ')})`
}

/** The longest entry that fits the tokens left over, again and again until none is left. */
export function entriesFor(lexicon: Lexicon, tokens: readonly string[]): readonly Entry[] {
  const { spoken, left } = speak(lexicon, tokens)
  if (left.length > 0)
    throw new Error(`no word in ${lexicon.language} for ${left.join(', ')}: a defect of lexicon.ts`)
  return spoken
}

function speak(
  lexicon: Lexicon,
  tokens: readonly string[],
): { readonly spoken: readonly Entry[]; readonly left: readonly string[] } {
  const left = new Set(tokens)
  const spoken: Entry[] = []
  for (const entry of lexicon.entries) {
    if (!entry.tokens.every((token) => left.has(token))) continue
    spoken.push(entry)
    for (const token of entry.tokens) left.delete(token)
  }
  return { spoken, left: [...left] }
}
