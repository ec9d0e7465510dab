/**
 * Tokens of rules/appearance.yaml: every one is given by some rule, and every one that is given has a row of its own. Its rules
 * exist.
 * Leaves to others: tokens misspelt where a rule gives them (tokens.ts), which are corrected before.
 */
import { nearest, suggestion } from '../../common/nearest.js'
import { fault, warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable, PictureTables, RuleTables } from '../../rules/tables.js'
import { variantOf } from '../../rules/notation.js'
import { placeOfItem } from '../../rules/yaml/word-places.js'

export function checkAppearance({ picture, tables }: RuleTables, diagnostics: Diagnostic[]): void {
  if (picture === undefined) return
  const tokens = [...new Set(tables.flatMap(({ rules }) => rules.flatMap(({ then }) => then)))]
  const { coats } = picture.appearance
  const alone = new Set(
    coats.flatMap(({ tokens: [token, ...others] = [] }) =>
      token === undefined || others.length > 0 ? [] : [token],
    ),
  )
  // A variant looks as the token does that it stands beside.
  const missing = new Set(tokens.filter((token) => !alone.has(token) && variantOf(token) === undefined))
  coats.forEach((row, index) => {
    const places = picture.coats[index]
    row.tokens?.forEach((token, at) => {
      if (tokens.includes(token) || places === undefined) return
      // Of two near words the one that lacks a row is meant, and is not reported again.
      const meant = nearest(token, missing)
      if (meant !== undefined) missing.delete(meant)
      const none = `no rule gives the token "${token}"`
      const wording =
        meant === undefined
          ? { what: `${none}.`, fix: suggestion(token, tokens, 'remove the row, or let a rule give it.') }
          : {
              what: `${none}, but one gives "${meant}", which has no row of its own (${giverOf(meant, tables)}).`,
              fix: 'correct whichever of the two is misspelt.',
            }
      diagnostics.push(fault('UNKNOWN_TOKEN', placeOfItem(places, '/tokens', at), wording))
    })
  })
  checkRules(picture, tables, diagnostics)
  for (const token of missing) {
    diagnostics.push(
      warning('MISSING_APPEARANCE', picture.coatsPlace, {
        what: `nothing says how the token "${token}" looks.`,
        why: 'Pictures show the animal without it.',
        fix: `add a row for it alone: { tokens: [${token}], … }.`,
      }),
    )
  }
}

/** Reports rules that rows name and that do not exist. */
function checkRules(
  { appearance, coats }: PictureTables,
  tables: readonly DecisionTable[],
  diagnostics: Diagnostic[],
): void {
  const ids = tables.flatMap(({ rules }) => rules.map(({ id }) => id))
  appearance.coats.forEach((row, index) => {
    for (const key of ['rules', 'unless'] as const)
      row[key]?.forEach((id, at) => {
        const places = coats[index]
        if (ids.includes(id) || places === undefined) return
        const wording = { what: `there is no rule "${id}".`, fix: suggestion(id, ids) }
        diagnostics.push(fault('UNKNOWN_KEY', placeOfItem(places, `/${key}`, at), wording))
      })
  })
}

/** Where a token is given first. */
function giverOf(token: string, tables: readonly DecisionTable[]): string {
  const [place] = tables.flatMap(({ rules }) =>
    rules.flatMap((rule) =>
      rule.then.includes(token) ? [placeOfItem(rule, '/then', rule.then.indexOf(token))] : [],
    ),
  )
  return place === undefined ? '' : `${place.file}:${place.line}`
}
