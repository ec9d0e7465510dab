/**
 * `robe rules finish`: makes the files anew that derive from the rules, such as the contract and the pages about genes.
 * Guarantees: with `--check` nothing is written, and the exit code is 1 when a file is not what the rules give; rules with errors
 * change nothing. Files that are not there are named as skipped.
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
    .description('write the files that derive from the rules: contract, pages, pictures, types of clients')
    .option('--check', 'write nothing, and exit 1 when a file is not what the rules give')
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
        `Skipped, since ${folder} has none made from rules: ${missing.map(({ file }) => file).join(', ')}.`,
      check && stale.length > 0 && `Not what the rules give: run ${commandFor(options)}`,
    ),
    failed: check && stale.length > 0,
  }
}

interface DerivedText {
  readonly file: string
  /** Undefined: this file is not made here. */
  readonly text: string | undefined
  /** What writing it changes; undefined: nothing. */
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
