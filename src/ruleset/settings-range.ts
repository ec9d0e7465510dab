/**
 * Under which settings the document of a snapshot is what it is. Of all that is prepared only its examples can depend on
 * settings: one that asks for more than an answer may hold is left out, one that names no language is answered in the
 * default one.
 * Guarantees: found out by filling the document under other settings, and by nothing else.
 * Leaves to others: filling it (prepare.ts), and what is served under the other settings (first-snapshot.ts).
 */
import { coatsOf } from '../coats/questions.js'
import { createRuleBook } from '../coats/rule-book.js'
import type { Json } from '../http/contract/contract.js'
import type { PreparedSnapshot } from './snapshot.js'
import { filledDocument } from './prepare.js'

/** With this default language, any number of most results from `least` to `most`. */
export interface SettingsRange {
  readonly language: string
  readonly least: number
  readonly most: number
}

/**
 * The settings, up to a number of most results, under which the snapshot's document is served as it is.
 * @param unfilled the document before its slots are filled
 */
export function settingsRanges(
  snapshot: Pick<PreparedSnapshot, 'model' | 'lexicons' | 'maxResults' | 'document'>,
  unfilled: Json,
  mostResults: number,
): readonly SettingsRange[] {
  const { model, lexicons, maxResults, document } = snapshot
  const book = createRuleBook(model, lexicons, maxResults)
  const served = JSON.stringify(document)
  return book.languages.flatMap((language) => {
    const holds = (most: number): boolean =>
      JSON.stringify(filledDocument(unfilled, coatsOf({ ...book, maxResults: most }), language)) === served
    if (!holds(maxResults)) return []
    return [
      { language, least: leastOf(maxResults, holds), most: holds(mostResults) ? mostResults : maxResults },
    ]
  })
}

/** The least number from which on it holds: with more results allowed, no example is left out that was not before. */
function leastOf(known: number, holds: (number: number) => boolean): number {
  let [fails, least] = [0, known]
  while (least - fails > 1) {
    const middle = Math.floor((fails + least) / 2)
    if (holds(middle)) least = middle
    else fails = middle
  }
  return least
}
