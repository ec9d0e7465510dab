/**
 * Remarks beside an answer: what was ignored and why, what the rules want said.
 * Guarantees: text in the answer's language.
 */
import type { Lexicon } from '../naming/lexicon.js'
import type { Note } from './answers.js'

export function writeNote(
  lexicon: Lexicon,
  code: string,
  field: string,
  alleles: readonly string[] = [],
): Note {
  const text = (lexicon.notes[code] ?? code).replace('{alleles}', () => alleles.join(', '))
  return { code, field, text }
}
