/**
 * Rule books for questions.
 */
import { openRuleBook } from '../../src/coats/open-rule-book.js'
import type { RuleBook } from '../../src/coats/rule-book.js'

export async function openShippedBook(): Promise<RuleBook> {
  const { book } = await openRuleBook({ rulesDir: 'rules', localesDir: 'locales', maxResults: 50_000 })
  if (book === undefined) throw new Error('the shipped rules have errors')
  return book
}
