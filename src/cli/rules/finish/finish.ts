/**
 * `robe rules finish`: regenerates the files derived from the rules, such as the contract and the pages about genes.
 * Guarantees: `--check` writes nothing and exits with code 1 if a file is out of date; rules with errors change
 * nothing. Missing files are listed as skipped.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { action, type Report } from '../../report.js'
import { textOf } from '../../terminal.js'
import { foldersOf, openSoundRules, type RulesOptions } from '../open-rules.js'
import { DERIVED_FILES, type Origin } from './derived-files.js'
import { lineChanges } from './line-changes.js'

interface FinishOptions extends RulesOptions {
  readonly check?: boolean
}

export function registerFinish(rules: Command): void {
  rules
    .command('finish')
    .description('regenerate the files derived from the rules: contract, pages, pictures, client types')
    .option('--check', 'write nothing; exit 1 if a file is out of date')
    .action(action(finish))
}

async function finish({ check = false, ...options }: FinishOptions): Promise<Report> {
  const ruleset = await openSoundRules(options)
  const folder = path.dirname(path.resolve(foldersOf(options).rulesDir))
  const read = (file: string): string | undefined => readIn(folder, file)
  const files = derivedTexts({ ruleset, read })
  const stale = files.filter(({ changes }) => changes !== undefined)
  if (!check) for (const { file, text } of stale) if (text !== undefined) write(path.join(folder, file), text)
  const missing = files.filter(({ text }) => text === undefined)
  return {
    text: textOf(
      files.map(({ file, text, changes }) => text !== undefined && `${file}: ${changes ?? 'unchanged'}`),
      missing.length > 0 &&
        `Skipped, because ${folder} has no generated version of them: ${missing.map(({ file }) => file).join(', ')}.`,
      check && stale.length > 0 && `Out of date: run ${commandFor(options)}`,
    ),
    failed: check && stale.length > 0,
  }
}

interface DerivedText {
  readonly file: string
  /** Undefined: this file is not generated here. */
  readonly text: string | undefined
  /** Summary of the changes; undefined if there are none. */
  readonly changes: string | undefined
}

export function derivedTexts(origin: Origin): readonly DerivedText[] {
  return DERIVED_FILES.map(({ path: file, render }) => {
    const text = render(origin)
    return {
      file,
      text,
      changes: text === undefined ? undefined : lineChanges(origin.read(file) ?? '', text),
    }
  })
}

function commandFor({ in: folder }: RulesOptions): string {
  return folder === undefined ? 'robe rules finish' : `robe rules finish --in ${folder}`
}

function readIn(folder: string, file: string): string | undefined {
  const full = path.join(folder, file)
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
