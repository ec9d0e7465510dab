/**
 * The words of one language, ready to compose: entries by length, terms already agreed in gender and number.
 * Guarantees: every token of the rule set has a word of its own, or MISSING_WORD says which has not; so no
 * name is ever left incomplete.
 * Leaves to others: composing names (name.ts).
 */
import type { Diagnostic } from '../rules/diagnostic.js'
import { nearest } from '../rules/nearest.js'
import type { LocaleTable, Place, RuleTables, Term } from '../rules/tables.js'

export interface Entry {
  readonly tokens: readonly string[]
  readonly position: 'name' | 'before' | 'after' | 'wrap'
  readonly term: string
  /** Place in reading order among entries of its position. */
  readonly order: number
}

export interface Lexicon {
  readonly language: string
  readonly name: string
  /** Longest first, then names before modifiers, then file order. */
  readonly entries: readonly Entry[]
  /** Text of a message id; `{alleles}` stands for a list. */
  readonly notes: Readonly<Record<string, string>>
  readonly causes: Readonly<Record<string, string>>
  readonly genes: LocaleTable['genes']
}

/** Message ids that the service itself can speak of; every language must word them. */
export const SERVICE_NOTES = [
  'linkage-not-carried',
  'linkage-homozygous',
  'linkage-single-locus',
  'linkage-contradicted',
  'linkage-no-effect',
] as const

/** Builds the lexicon of a language and says what it lacks. */
export function buildLexicon(locale: LocaleTable, tables: RuleTables, diagnostics: Diagnostic[]): Lexicon {
  const { agreement } = locale
  const agreed = (term: Term): string => agree(term, agreement.gender, agreement.number)
  const names = locale.names.map((row, order): Entry => ({
    tokens: row.tokens,
    position: 'name',
    term: agreed(row.term),
    order,
  }))
  const modifiers = locale.modifiers.map((row, order): Entry => ({
    tokens: row.tokens,
    position: row.position,
    term: agreed(row.term),
    order,
  }))
  const entries = [...names, ...modifiers].sort((a, b) => b.tokens.length - a.tokens.length)
  checkWords(locale, entries, tables, diagnostics)
  const { language, name, notes, causes, genes } = locale
  return { language, name, entries, notes, causes, genes }
}

/** The form that agrees; a plain string is invariable, a missing plural or feminine falls back to the nearest form. */
function agree(term: Term, gender: 'm' | 'f', number: 's' | 'p'): string {
  if (typeof term === 'string') return term
  const plural = number === 'p' ? term[`${gender}p`] : undefined
  return plural ?? term[gender] ?? term.m ?? Object.values(term)[0] ?? ''
}

function checkWords(
  locale: LocaleTable,
  entries: readonly Entry[],
  tables: RuleTables,
  diagnostics: Diagnostic[],
): void {
  const rules = tables.tables.flatMap((table) => table.rules)
  const tokens = [...new Set(rules.flatMap((rule) => rule.then))]
  const missing = (place: Place, what: string, mend: string): void => {
    diagnostics.push({ code: 'MISSING_WORD', severity: 'error', place, what, mend })
  }
  const file = locale.place
  for (const token of tokens) {
    if (entries.some((entry) => entry.tokens.length === 1 && entry.tokens[0] === token)) continue
    const mend = `add it under names (tokens: [${token}]) or under modifiers (token: ${token}).`
    missing(file, `${locale.language} has no word for the token "${token}" alone.`, mend)
  }
  for (const row of [...locale.names, ...locale.modifiers]) {
    for (const token of row.tokens) {
      if (tokens.includes(token)) continue
      const near = nearest(token, tokens)
      diagnostics.push({
        code: 'UNKNOWN_TOKEN',
        severity: 'error',
        place: row.place,
        what: `${locale.language} names the token "${token}", which no rule gives.`,
        mend:
          near === undefined ? 'remove the row, or let a rule give the token.' : `did you mean "${near}"?`,
      })
    }
  }
  const notes: readonly string[] = [...new Set([...SERVICE_NOTES, ...rules.flatMap((rule) => rule.notes)])]
  for (const id of notes) {
    if (!Object.hasOwn(locale.notes, id))
      missing(file, `${locale.language} has no text for the note "${id}".`, `add "${id}" under notes.`)
  }
  for (const cause of new Set(rules.flatMap((rule) => rule.viability?.cause ?? []))) {
    if (!Object.hasOwn(locale.causes, cause))
      missing(
        file,
        `${locale.language} has no text for the cause "${cause}".`,
        `add "${cause}" under causes.`,
      )
  }
  for (const { locus } of tables.loci) {
    if (!Object.hasOwn(locale.genes, locus))
      missing(
        file,
        `${locale.language} has no name for the gene "${locus}".`,
        `add it under genes (${locus}: { name: … }).`,
      )
  }
}
