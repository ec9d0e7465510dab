/**
 * Checks the words of a language for visible tokens: each token has a word of its own, and each row names tokens that exist.
 */
import type { DiagnosticCode } from '../rules/diagnostic.js'
import { nearest } from '../common/nearest.js'
import type { LocaleTable, ModifierRow, PassportRow, Place } from '../rules/tables.js'
import { variantOf } from '../rules/notation.js'
import { hasKey, placeOfKey } from '../rules/yaml/word-places.js'

/** Whose words are checked, and where faults go. */
export interface Check {
  readonly locale: LocaleTable
  /** False for what a registry takes from its language: it is missing there. */
  readonly reportsMissing: boolean
  /** What the language lacks, told when all of it is known: a language that has just begun lacks hundreds of words. */
  readonly missing: MissingWord[]
  /** @param what continues a sentence that begins with the language */
  readonly report: (code: DiagnosticCode, place: Place, what: string, fix: string) => void
}

export interface MissingWord {
  /** Where it belongs, such as `notes`. */
  readonly section: string
  readonly id: string
  readonly place: Place
  readonly what: string
  readonly fix: string
}

type WordRow = Pick<ModifierRow, 'tokens' | 'beside' | 'place'> & { readonly unless?: readonly string[] }

/** Reports unknown tokens, and adds tokens without a word to what is missing. */
export function checkTokens(
  { locale, reportsMissing, missing: lacking, report }: Check,
  tokens: readonly string[],
): void {
  const rows: readonly WordRow[] = [...locale.names, ...locale.modifiers]
  const everywhere = rows.filter((row) => row.beside === undefined)
  const alone = new Set(everywhere.flatMap((row) => (row.tokens.length === 1 ? row.tokens : [])))
  // A variant is said by its name.
  const missing = new Set(tokens.filter((token) => !alone.has(token) && variantOf(token) === undefined))
  const synonyms = locale.synonyms.map(({ of, place }): WordRow => ({ tokens: of, place }))
  const passport = locale.passport.map((row): WordRow => ({ tokens: tokensOf(row), place: row.place }))
  const unknown = new Map<string, WordRow[]>()
  for (const row of [...rows, ...synonyms, ...passport]) {
    // What a registry takes from its language is reported there.
    if (row.place.file !== locale.place.file) continue
    for (const token of [...row.tokens, ...(row.beside ?? []), ...(row.unless ?? [])])
      if (!tokens.includes(token)) unknown.set(token, [...(unknown.get(token) ?? []), row])
  }
  for (const [token, [first, ...others]] of unknown) {
    if (first === undefined) continue
    // Of two near words the one that lacks a row is meant.
    const isAlone = [first, ...others].some((row) => row.tokens.length === 1)
    const near = (isAlone ? nearest(token, missing) : undefined) ?? nearest(token, tokens)
    if (near !== undefined && isAlone) missing.delete(near)
    const lines = [...new Set(others.map(({ place }) => place.line))].filter(
      (line) => line !== first.place.line,
    )
    const also = lines.length === 0 ? '' : ` (also in line${lines.length > 1 ? 's' : ''} ${lines.join(', ')})`
    const otherwise = `let a rule give it, or remove the row${also === '' ? '' : 's'}.`
    const fix = near === undefined ? otherwise : `did you mean "${near}"?`
    report('UNKNOWN_TOKEN', first.place, `names the token "${token}"${also}, which no rule gives.`, fix)
  }
  if (!reportsMissing) return
  const section = ['/names', '/modifiers'].find((pointer) => hasKey(locale, pointer)) ?? ''
  for (const token of missing) {
    const fix = `add it under names (tokens: [${token}]) or under modifiers (token: ${token}).`
    const what = `has no word for the token "${token}" alone.`
    lacking.push({ section: 'names or modifiers', id: token, place: placeOfKey(locale, section), what, fix })
  }
}

/** All tokens that the row names. */
export function tokensOf({ coats }: PassportRow): readonly string[] {
  return [...new Set(coats.flatMap(({ has, lacks, needs }) => [...has, ...lacks, ...needs]))]
}
