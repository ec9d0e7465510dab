/**
 * Tokens that are misspelt where they are given: nothing speaks of them, and many places of a near word no rule gives.
 * Guarantees: such a slip is reported once, at the `then`; in the tables returned it is corrected, so that nothing is
 * reported at the places that spell the token well.
 * Leaves to others: every other unknown token (check-tokens.ts, naming/).
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import { tokensSpokenOf } from '../by-coat/components.js'
import { nearest } from '../../rules/checks/nearest.js'
import type { RuleRow, RuleTables } from '../../rules/tables.js'
import { placeOfItem } from '../../rules/yaml/word-places.js'

export interface AsMeant {
  /** For checking only: these are not the author's words. */
  readonly tables: RuleTables
  readonly diagnostics: readonly Diagnostic[]
}

export function asMeant(tables: RuleTables): AsMeant {
  const rules = tables.tables.flatMap((table) => table.rules)
  const given = counted(rules.flatMap((rule) => rule.then))
  const spoken = spokenOf(tables)
  const meant = new Map<string, string>()
  for (const [token, givers] of given) {
    if (spoken.has(token)) continue
    const near = meantBy(token, given, spoken)
    // One word against one rule says nothing of which of the two is wrong.
    if (near !== undefined && (spoken.get(near) ?? 0) > givers) meant.set(token, near)
  }
  if (meant.size === 0) return { tables, diagnostics: [] }
  const corrected = tables.tables.map((table) => ({
    ...table,
    rules: table.rules.map((rule) => ({
      ...rule,
      then: rule.then.map((token) => meant.get(token) ?? token),
    })),
  }))
  const diagnostics = rules.flatMap((rule) => slipsOf(rule, meant, spoken))
  return { tables: { ...tables, tables: corrected }, diagnostics }
}

type Counts = ReadonlyMap<string, number>

/** A word that no rule gives, to which nothing that is given and spoken of is nearer. */
function meantBy(token: string, given: Counts, spoken: Counts): string | undefined {
  const known = [...given.keys()].filter((other) => spoken.has(other))
  const unknown = [...spoken.keys()].filter((word) => !given.has(word))
  return nearest(
    token,
    unknown.filter((word) => nearest(word, [token, ...known]) === token),
  )
}

function slipsOf(rule: RuleRow, meant: ReadonlyMap<string, string>, spoken: Counts): readonly Diagnostic[] {
  return rule.then.flatMap((token, index) => {
    const near = meant.get(token)
    if (near === undefined) return []
    const places = `${spoken.get(near) ?? 0} places speak of "${near}"`
    return fault('UNKNOWN_TOKEN', placeOfItem(rule, '/then', index), {
      what: `the rule ${rule.id} gives the token "${token}", which nothing speaks of; ${places}.`,
      fix: `did you mean "${near}"?`,
    })
  })
}

/** How often rules ask for each token, hide it or leave it seen, and languages have words for it. */
function spokenOf({ tables, locales }: RuleTables): Counts {
  const byRules = tables.flatMap((table) => table.rules.flatMap(tokensSpokenOf))
  const byWords = locales.flatMap((locale) => {
    const rows = [...locale.names, ...locale.modifiers, ...locale.synonyms]
    // What a registry takes from its language is counted there.
    const own = rows.filter((row) => row.place.file === locale.place.file)
    return own.flatMap((row) => ('of' in row ? row.of : row.tokens))
  })
  return counted([...byRules, ...byWords])
}

function counted(words: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
