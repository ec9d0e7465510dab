/** The two sheets of coats that docs/ shows. */
import type { RuleBook } from '../../src/operations/rule-book.js'
import { ROW, SITTERS } from './sitters.js'
import { sheetOf } from './sheet.js'

export function sheets(book: RuleBook): readonly { readonly file: string; readonly text: string }[] {
  return [
    { file: 'docs/coats.svg', text: sheetOf(book, SITTERS, { columns: 6, width: 200, isNamed: true }) },
    {
      file: 'docs/coats-row.svg',
      text: sheetOf(book, ROW, { columns: ROW.length, width: 160, isNamed: false }),
    },
  ]
}
