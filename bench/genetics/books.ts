/**
 * The shipped rule set for rows in process, with nothing remembered yet as often as wanted.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openRuleBook } from '../../src/operations/open-rule-book.js'
import { createRuleBook, type RuleBook } from '../../src/operations/rule-book.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { ROOT, temporaryFolder } from '../http/children.js'

export async function openBook(folder = ROOT): Promise<RuleBook> {
  const { book, diagnostics } = await openRuleBook({
    rulesDir: join(folder, 'rules'),
    localesDir: join(folder, 'locales'),
    maxResults: 50_000,
  })
  if (book === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return book
}

/** The same rules with no two loci linked. */
export async function openUnlinked(): Promise<RuleBook> {
  const folder = copyRules()
  rmSync(join(folder, 'rules/linkage'), { recursive: true })
  return openBook(folder)
}

/** A copy of rules and locales to be changed. */
export function copyRules(): string {
  const folder = temporaryFolder()
  for (const part of ['rules', 'locales']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  return folder
}

/** The same rules with nothing remembered. */
export function forgetful(book: RuleBook): RuleBook {
  return createRuleBook(book.model, book.lexicons, book.maxResults)
}
