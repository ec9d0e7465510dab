/**
 * Tokens: what a rule asks for must be given by an earlier table, what it hides by any; and those that are misspelt where
 * they are given, so that nothing speaks of them, and many rules and words of a near one that no rule gives.
 * Guarantees: each fault at its word, with a correction that can be made; a slip at the `then` is reported once, there,
 * and corrected in the tables returned, so that nothing is reported at the places that spell the token well.
 */
import { tokensReadBy } from '../by-coat/components.js'
import { nearest, suggestion } from '../../common/nearest.js'
import { MAX_ERRORS } from '../../rules/diagnostic-list.js'
import { type Diagnostic, fault, type Wording } from '../../rules/diagnostic.js'
import type { DecisionTable, Place, RuleRow, RuleTables } from '../../rules/tables.js'
import { listOf } from '../../rules/yaml/parsed-file.js'
import { type Placed, placeOfItem } from '../../rules/yaml/word-places.js'

export function checkTokens(tables: readonly DecisionTable[], diagnostics: Diagnostic[]): void {
  const all = givenBy(tables)
  tables.forEach((table, index) => {
    const earlier = givenBy(tables.slice(0, index))
    for (const rule of table.rules) {
      for (const { token, place } of askedFor(rule)) {
        if (earlier.includes(token)) continue
        diagnostics.push(
          all.includes(token)
            ? fault('CYCLE', place, cycleWording(token, rule, table, tables.slice(index + 1)))
            : unknownToken(token, rule, place, earlier),
        )
      }
      for (const { token, place } of hiddenBy(rule)) {
        if (!all.includes(token)) diagnostics.push(unknownToken(token, rule, place, all))
      }
    }
  })
}

/** Tokens that look-alikes name are given by some rule, and rules that they name give theirs. */
export function checkLookalikes({ looks, tables }: RuleTables, diagnostics: Diagnostic[]): void {
  const given = givenBy(tables)
  const rules = tables.flatMap((table) => table.rules)
  for (const look of looks) {
    const { id, alike, unless, any, takenFor, unseen, by, beside, imitated, acquired } = look
    const named = [
      ...alike.flatMap((tokens, list) => tokensAt(look, tokens, `/alike/${list}`)),
      ...tokensAt(look, unless, '/unless'),
      ...tokensAt(look, any, '/any'),
      ...tokensAt(look, listOf(takenFor), '/taken_for'),
      ...tokensAt(look, beside, '/beside'),
      ...tokensAt(look, listOf(imitated), '/imitated'),
      ...tokensAt(look, listOf(acquired), '/acquired'),
      ...tokensAt(look, listOf(unseen), '/unseen'),
    ]
    for (const { token, place } of named) {
      if (given.includes(token)) continue
      const what = `the look-alike ${id} speaks of the token "${token}", which no rule gives.`
      diagnostics.push(fault('UNKNOWN_TOKEN', place, { what, fix: suggestion(token, given) }))
    }
    if (unseen === undefined || !given.includes(unseen)) continue
    const giving = rules.flatMap((rule) => (rule.then.includes(unseen) ? [rule.id] : []))
    by.forEach((rule, index) => {
      if (giving.includes(rule)) return
      const what = `the look-alike ${id} speaks of the rule "${rule}", and no rule of that id gives ${unseen}.`
      const place = placeOfItem(look, '/by', index)
      diagnostics.push(fault('UNKNOWN_KEY', place, { what, fix: suggestion(rule, giving) }))
    })
  }
}

function askedFor(rule: RuleRow) {
  return [...tokensAt(rule, rule.token, '/when/token'), ...tokensAt(rule, rule.noToken, '/when/no_token')]
}

function hiddenBy(rule: RuleRow) {
  const hidden = rule.hides === 'all' ? [] : tokensAt(rule, rule.hides, '/hides')
  return [...hidden, ...tokensAt(rule, rule.but, '/but')]
}

/** Each token with its place. */
function tokensAt(row: Placed, tokens: readonly string[], pointer: string) {
  return tokens.map((token, index) => ({ token, place: placeOfItem(row, pointer, index) }))
}

function givenBy(tables: readonly DecisionTable[]): readonly string[] {
  return [...new Set(tables.flatMap((table) => table.rules.flatMap((rule) => rule.then)))]
}

function unknownToken(token: string, rule: RuleRow, place: Place, known: readonly string[]): Diagnostic {
  const what = `the rule ${rule.id} speaks of the token "${token}", which no rule gives.`
  const fix = known.length === 0 ? 'remove it: no token is given before.' : suggestion(token, known)
  return fault('UNKNOWN_TOKEN', place, { what, fix })
}

/** @param later the tables behind the one whose rule asks */
function cycleWording(
  token: string,
  rule: RuleRow,
  table: DecisionTable,
  later: readonly DecisionTable[],
): Wording {
  const asks = `the rule ${rule.id} asks for the token "${token}", which`
  const giver = later.find((other) => givenBy([other]).includes(token))
  if (giver === undefined) {
    return {
      what: `${asks} only its own table ${table.table} gives.`,
      why: 'The rules of one table are all asked at once: none of them sees what another gives.',
      fix: `ask for the alleles behind "${token}", or move the rule into a table after ${table.table}.`,
    }
  }
  const what = `${asks} the later table ${giver.table} gives.`
  const back = giver.rules.flatMap(askedFor).find((asked) => givenBy([table]).includes(asked.token))?.token
  if (back !== undefined) {
    return {
      what,
      why: `And ${giver.table} asks for "${back}", which ${table.table} gives: neither can stand first.`,
      fix: `ask for the alleles behind "${token}" here, or for those behind "${back}" in ${giver.table}.`,
    }
  }
  return {
    what,
    why: 'Tables are asked in the order of the manifest, each once.',
    fix: `move ${giver.table} before ${table.table} in the tables of the manifest.`,
  }
}

/** @returns tables for checking only: these are not the author's words */
export function asMeant(tables: RuleTables) {
  const rules = tables.tables.flatMap((table) => table.rules)
  const given = counted(rules.flatMap((rule) => rule.then))
  const spoken = namedTokens(tables)
  const meant = new Map<string, string>()
  // Each word is compared with each: with more unknown words than are reported, a slip is not worth the search.
  const unknown = [...spoken.keys()].filter((word) => !given.has(word))
  if (unknown.length > MAX_ERRORS) return { tables, diagnostics: [] }
  for (const [token, givers] of given) {
    if (spoken.has(token)) continue
    const near = meantBy(token, unknown, given, spoken)
    // One word against one rule says nothing of which of the two is wrong.
    if (near !== undefined && (spoken.get(near) ?? 0) > givers) meant.set(token, near)
  }
  const diagnostics = rules.flatMap((rule) => slipsOf(rule, meant, spoken))
  if (diagnostics.length === 0) return { tables, diagnostics }
  const corrected = tables.tables.map((table) => ({
    ...table,
    rules: table.rules.map((rule) => ({
      ...rule,
      then: rule.then.map((token) => meant.get(token) ?? token),
    })),
  }))
  return { tables: { ...tables, tables: corrected }, diagnostics }
}

type Counts = ReadonlyMap<string, number>

/** A word that no rule gives, to which nothing that is given and spoken of is nearer. */
function meantBy(
  token: string,
  unknown: readonly string[],
  given: Counts,
  spoken: Counts,
): string | undefined {
  const known = [...given.keys()].filter((other) => spoken.has(other))
  const near = unknown.filter((word) => nearest(word, [token, ...known]) === token)
  return nearest(token, near)
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

/** How often rules ask for each token, hide it or leave it seen, languages have words for it, and pictures a look. */
function namedTokens({ tables, locales, picture }: RuleTables): Counts {
  const byRules = tables.flatMap((table) => table.rules.flatMap(tokensReadBy))
  const byWords = locales.flatMap((locale) => {
    const rows = [...locale.names, ...locale.modifiers, ...locale.synonyms]
    // What a registry takes from its language is counted there.
    const own = rows.filter((row) => row.place.file === locale.place.file)
    return own.flatMap((row) => ('of' in row ? row.of : row.tokens))
  })
  const byLooks = picture?.appearance.coats.flatMap(({ tokens = [] }) => tokens) ?? []
  return counted([...byRules, ...byWords, ...byLooks])
}

function counted(words: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
