/**
 * Checks of the file of look-alikes against the tables: tokens that it names are given by some rule.
 * Leaves to others: the rows (rules/tables/lookalike-rows.ts), what they mean for a coat that was seen (coats/infer/).
 */
import { didYouMean } from '../../rules/checks/nearest.js'
import { type Diagnostic, fault } from '../../rules/diagnostic.js'
import type { LookalikeRow, RuleTables } from '../../rules/tables.js'
import { placeOfItem, placeOfValue } from '../../rules/yaml/word-places.js'

export function checkLookalikes({ looks, tables }: RuleTables, diagnostics: Diagnostic[]): void {
  const given = [...new Set(tables.flatMap(({ rules }) => rules.flatMap(({ then }) => then)))]
  for (const look of looks) {
    for (const { token, place } of tokensOf(look)) {
      if (given.includes(token)) continue
      const what = `the look-alike ${look.id} speaks of the token "${token}", which no rule gives.`
      diagnostics.push(fault('UNKNOWN_TOKEN', place, { what, fix: didYouMean(token, given) }))
    }
  }
}

function tokensOf(look: LookalikeRow) {
  const { alike, unless, unseen, acquired } = look
  return [
    ...alike.flatMap((tokens, list) =>
      tokens.map((token, index) => ({ token, place: placeOfItem(look, `/alike/${list}`, index) })),
    ),
    ...unless.map((token, index) => ({ token, place: placeOfItem(look, '/unless', index) })),
    ...(acquired === undefined ? [] : [{ token: acquired, place: placeOfValue(look, '/acquired') }]),
    ...(unseen === undefined ? [] : [{ token: unseen, place: placeOfValue(look, '/unseen') }]),
  ]
}
