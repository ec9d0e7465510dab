/**
 * Remarks beside an answer: what was ignored and why, what the rules want said.
 * Guarantees: text in the answer's language.
 */
import type { Lexicon } from '../naming/lexicon.js'
import { JOINED_NOTE } from '../naming/check-words.js'
import type { Note } from './answers.js'
import type { JoinedVariants } from './request/horse.js'
import { lexiconOf, type RuleBook } from './rule-book.js'

export function writeNote(
  lexicon: Lexicon,
  code: string,
  field: string,
  alleles: readonly string[] = [],
): Note {
  const text = (lexicon.notes[code] ?? code).replace('{alleles}', () => alleles.join(', '))
  return { code, field, text }
}

/** What is said of variants that were put on one copy. */
export function joinedNotes(
  book: RuleBook,
  joined: readonly JoinedVariants[],
  language: string,
): readonly Note[] {
  return joined.map(({ field, alleles }) =>
    writeNote(lexiconOf(book.lexicons, language), JOINED_NOTE, field, alleles),
  )
}
