/**
 * Remarks beside an answer: what was ignored and why, what the rules want said.
 * Guarantees: text in the answer's language; no remark twice.
 */
import type { InactionNote } from '../model/cross/linkage.js'
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

/** Why parts of one parent's declaration do not act. */
export function linkageNotes(
  lexicon: Lexicon,
  field: string,
  notes: readonly InactionNote[],
): readonly Note[] {
  return notes.map(({ reason, alleles }) => writeNote(lexicon, reason, field, alleles))
}
