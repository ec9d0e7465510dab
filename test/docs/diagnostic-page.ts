/**
 * A page of docs/diagnostics: what it shows, and what really comes of its blocks.
 * Its parts are the code as title, the severity, what the code means, a `text` block with what is printed, and the
 * headings Avoid, Prefer and Why. The yaml blocks under Avoid and Prefer are put into the rule set of test/fixtures/
 * pocket-horse.
 */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { judgeVersion } from '../../src/cli/rules/check.js'
import { painted } from '../../src/cli/report.js'
import { openRuleset, type OpenedRuleset } from '../../src/operations/open-ruleset.js'
import type { Diagnostic, DiagnosticCode } from '../../src/rules/diagnostic.js'
import type { RuleFolders } from '../../src/rules/load.js'
import { reviewRules } from '../../src/workbench/check/review.js'
import { ROOT } from '../phenotypes/shipped.js'
import { blocksOf, type Block } from './blocks.js'
import { putSections } from './sections.js'

export const PAGES = fileURLToPath(new URL('docs/diagnostics/', ROOT))
const POCKET_HORSE = fileURLToPath(new URL('test/fixtures/pocket-horse/', ROOT))

/** The day on which the pages are read. */
const TODAY = '2026-11-21'

export interface DiagnosticPage {
  readonly file: string
  readonly markdown: string
  readonly title: string
  readonly severity: string
  /** Headings below the title, in order. */
  readonly parts: readonly string[]
  /** What the page says is printed. */
  readonly shown: Block
  readonly avoid: readonly string[]
  readonly prefer: readonly string[]
}

/** Every page, by name; a page without one of its parts is an error. */
export function readPages(): readonly DiagnosticPage[] {
  const names = readdirSync(PAGES).filter((name) => name.endsWith('.md') && name !== 'README.md')
  return names.sort().map((name) => readPage(path.join(PAGES, name)))
}

function readPage(file: string): DiagnosticPage {
  const markdown = readFileSync(file, 'utf8')
  const [, title, severity] = /^# (\w+)\n\n\*(Error|Warning|Hint)\.\* /.exec(markdown) ?? []
  const blocks = blocksOf(markdown)
  const under = (heading: string): readonly string[] =>
    blocks.filter((block) => block.heading === heading && block.kind === 'yaml').map(({ text }) => text)
  const shown = blocks.find(({ kind }) => kind === 'text')
  if (title === undefined || severity === undefined || shown === undefined)
    throw new Error(`${file}: a page has a title, a severity and a text block`)
  return {
    file,
    markdown,
    title,
    severity: severity.toLowerCase(),
    parts: [...markdown.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading),
    shown,
    avoid: under('Avoid'),
    prefer: under('Prefer'),
  }
}

export interface Outcome {
  readonly folders: RuleFolders
  readonly opened: OpenedRuleset
  readonly diagnostics: readonly Diagnostic[]
}

/** What `robe rules check` finds in the pocket horse with these blocks put in; versions only where they are the theme. */
export async function checkWith(
  folder: string,
  blocks: readonly string[],
  code: DiagnosticCode,
): Promise<Outcome> {
  cpSync(POCKET_HORSE, folder, { recursive: true })
  for (const block of blocks) putSections(folder, block)
  const folders = foldersIn(folder)
  const opened = await openIn(folders)
  const { ruleset, diagnostics } = opened
  if (ruleset === undefined) return { folders, opened, diagnostics }
  const reviewed = [...diagnostics, ...reviewRules(ruleset, TODAY)]
  if (!code.startsWith('VERSION_')) return { folders, opened, diagnostics: reviewed }
  const { ruleset: before } = await openIn(foldersIn(POCKET_HORSE))
  if (before === undefined) throw new Error('the pocket horse does not open')
  return { folders, opened, diagnostics: [...reviewed, ...judgeVersion(before, ruleset, 'main')] }
}

function openIn(folders: RuleFolders): Promise<OpenedRuleset> {
  return openRuleset({ ...folders, maxResults: 1000 })
}

function foldersIn(folder: string): RuleFolders {
  return { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
}

/** As a terminal without colours shows it. */
export function printed(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((each) => `${stripVTControlCharacters(painted(each))}\n`).join('')
}
