/**
 * The words of one language, ready to compose: entries by length, terms already agreed in gender and number.
 * Leaves to others: whether every token has a word of its own, so that no name is ever left incomplete (check-words.ts).
 */
import type { LocaleTable, ModifierRow, Place, Term } from '../rules/tables.js'

export interface Entry {
  readonly tokens: readonly string[]
  /** Spoken only where one of these is seen too; empty: everywhere. */
  readonly beside: readonly string[]
  /** Not spoken where one of these is. */
  readonly unless: readonly string[]
  readonly position: 'name' | 'before' | 'after' | 'wrap'
  readonly term: string
  /** Place in reading order among entries of its position. */
  readonly order: number
  readonly place: Place
}

/** Texts by id as the language file has them; in those of notes `{alleles}` stands for a list. */
export type Lexicon = Readonly<ReturnType<typeof buildLexicon>>

type WordRow = Pick<ModifierRow, 'tokens' | 'beside' | 'term' | 'place'> & {
  readonly unless?: readonly string[]
}

/** Longest first, then names before modifiers, then file order. */
function byPrecedence(a: Entry, b: Entry): number {
  const isLater = Number(a.position !== 'name') - Number(b.position !== 'name')
  return b.tokens.length - a.tokens.length || isLater || a.order - b.order
}

export function buildLexicon(locale: LocaleTable) {
  const { language, name, animal, notes, causes, remarks, why, synonyms, genes, variants, populations } =
    locale
  const shown = synonyms.filter((row) => row.shown !== false)
  const { gender, number } = locale.agreement
  const entryOf = (row: WordRow, position: Entry['position'], order: number): Entry => ({
    tokens: row.tokens,
    beside: row.beside ?? [],
    unless: row.unless ?? [],
    position,
    term: agree(row.term, gender, number),
    order,
    place: row.place,
  })
  const entries: readonly Entry[] = [
    ...locale.names.map((row, order) => entryOf(row, 'name', order)),
    ...locale.modifiers.map((row, order) => entryOf(row, row.position, order)),
  ].sort(byPrecedence)
  return {
    language,
    name,
    animal,
    entries,
    notes,
    causes,
    remarks,
    why,
    synonyms: shown,
    genes,
    variants,
    populations,
  }
}

/**
 * A plain string is invariable. A plural that is missing falls back to the singular, a feminine to the masculine, and that to
 * whatever form there is.
 */
function agree(term: Term, gender: 'm' | 'f', number: 's' | 'p'): string {
  if (typeof term === 'string') return term
  const plural = number === 'p' ? term[`${gender}p`] : undefined
  return plural ?? term[gender] ?? term.m ?? Object.values(term)[0] ?? ''
}
