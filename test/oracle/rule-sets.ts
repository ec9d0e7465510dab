/**
 * Opens the shipped rule set, or a copy of it with some sentences changed, for tests of crosses.
 * Guarantees: an edit that finds nothing to change is a failure, never a silent no-op.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRuleBook } from '../../src/coats/open.js'
import { createRuleBook, type RuleBook } from '../../src/coats/rule-book.js'
import { loadRules } from '../../src/rules/load.js'
import type { RuleTables } from '../../src/rules/tables.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface RuleSet {
  readonly book: RuleBook
  readonly tables: RuleTables
}

/** One sentence of one file, such as `rules/linkage/eca3.yaml`, and what stands there instead. */
export interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** The rule set that is shipped. */
export function openShipped(): Promise<RuleSet> {
  return openAt(ROOT)
}

/** The same rules with another maximum, and with nothing remembered. */
export function withMaximum(book: RuleBook, maxResults: number): RuleBook {
  return createRuleBook(book.model, book.lexicons, maxResults)
}

/** A copy in `folder` (empty, the caller's) with the edits made. */
export function openEdited(folder: string, edits: readonly Edit[]): Promise<RuleSet> {
  for (const part of ['rules', 'locales']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  for (const { file, from, to } of edits) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no longer: ${from}`)
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
  }
  return openAt(folder)
}

/** Pattern-1–extension, extension–KIT, the same in a parent with one tobiano, PAX3–silver. */
export type Fractions = readonly [string, string, string, string]

const ECA3 = 'rules/linkage/eca3.yaml'
const ECA6 = 'rules/linkage/eca6.yaml'
const SHIPPED_FRACTIONS: readonly (readonly [string, string])[] = [
  [ECA3, 'fraction: 0.10\n    interval: [0.03, 0.15]'],
  [ECA3, 'fraction: 0.10\n    interval: [0.03, 0.25]'],
  [ECA3, 'fraction: 0.03\n    interval: [0, 0.10]'],
  [ECA6, 'fraction: 0.43\n    interval: [0.35, 0.5]'],
]

/** The edits that put other recombination fractions in the place of the shipped ones. */
export function fractionEdits(fractions: Fractions): readonly Edit[] {
  return SHIPPED_FRACTIONS.map(([file, from], i) => {
    return { file, from, to: `fraction: ${fractions[i] ?? ''}\n    interval: [0, 0.5]` }
  })
}

async function openAt(folder: string): Promise<RuleSet> {
  const folders = { rulesDir: join(folder, 'rules'), localesDir: join(folder, 'locales') }
  const { book, diagnostics } = await openRuleBook({ ...folders, maxResults: 50_000 })
  const { tables } = loadRules(folders)
  if (book === undefined || tables === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2))
  return { book, tables }
}
