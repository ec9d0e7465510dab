/**
 * The words of one language, ready to compose: entries by length, terms already agreed in gender and number.
 * Guarantees: every token of the rule set has a word of its own, or MISSING_WORD says which has not; so no
 * name is ever left incomplete.
 */
import type { Diagnostic } from '../rules/diagnostic.js'
import type { LocaleTable, Place, RuleTables, Term } from '../rules/tables.js'
import { checkWords } from './check-words.js'

export interface Entry {
  readonly tokens: readonly string[]
  readonly position: 'name' | 'before' | 'after' | 'wrap'
  readonly term: string
  /** Place in reading order among entries of its position. */
  readonly order: number
  readonly place: Place
}

export interface Lexicon {
  readonly language: string
  readonly name: string
  /** Longest first, then names before modifiers, then file order. */
  readonly entries: readonly Entry[]
  /** Text of a message id; `{alleles}` stands for a list. */
  readonly notes: Readonly<Record<string, string>>
  readonly causes: Readonly<Record<string, string>>
  readonly remarks: LocaleTable['remarks']
  readonly why: LocaleTable['why']
  readonly synonyms: LocaleTable['synonyms']
  readonly genes: LocaleTable['genes']
}

/** Builds the lexicon of a language and says what it lacks. */
export function buildLexicon(locale: LocaleTable, tables: RuleTables, diagnostics: Diagnostic[]): Lexicon {
  const { agreement } = locale
  const agreed = (term: Term): string => agree(term, agreement.gender, agreement.number)
  const names = locale.names.map((row, order): Entry => ({
    tokens: row.tokens,
    position: 'name',
    term: agreed(row.term),
    order,
    place: row.place,
  }))
  const modifiers = locale.modifiers.map((row, order): Entry => ({
    tokens: row.tokens,
    position: row.position,
    term: agreed(row.term),
    order,
    place: row.place,
  }))
  const entries = [...names, ...modifiers].sort((a, b) => b.tokens.length - a.tokens.length)
  checkWords(locale, tables, diagnostics)
  const { language, name, notes, causes, remarks, why, synonyms, genes } = locale
  return { language, name, entries, notes, causes, remarks, why, synonyms, genes }
}

/** The form that agrees; a plain string is invariable, a missing plural or feminine falls back to the nearest form. */
function agree(term: Term, gender: 'm' | 'f', number: 's' | 'p'): string {
  if (typeof term === 'string') return term
  const plural = number === 'p' ? term[`${gender}p`] : undefined
  return plural ?? term[gender] ?? term.m ?? Object.values(term)[0] ?? ''
}
