/**
 * The shipped rule set, for rows that run in process.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openRuleBook } from '../../src/operations/open-rule-book.js'
import { createRuleBook, type RuleBook } from '../../src/operations/rule-book.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { ROOT, temporaryFolder } from '../../test/support/children.js'

export async function openBook(): Promise<RuleBook> {
  const { book, diagnostics } = await openRuleBook({
    rulesDir: join(ROOT, 'rules'),
    localesDir: join(ROOT, 'locales'),
    maxResults: 50_000,
  })
  if (book === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return book
}

/** A copy of rules and locales that may be edited. */
export function copyRules(): string {
  const folder = temporaryFolder()
  for (const part of ['rules', 'locales']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  return folder
}

/** The same rules with empty caches. */
export function forgetful(book: RuleBook): RuleBook {
  return createRuleBook(book.model, book.lexicons, book.maxResults)
}
