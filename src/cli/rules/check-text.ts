/**
 * The text output of `robe rules check`: diagnostics, with many hints of one code summarized, and the folder that was
 * read.
 */
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Ruleset } from '../../operations/ruleset.js'
import { MAX_ERRORS } from '../../rules/diagnostic-list.js'
import { byText, type Diagnostic } from '../../rules/diagnostic.js'
import type { RuleFolders } from '../../rules/load.js'
import { painted } from '../report.js'
import { plural } from '../terminal.js'

/** More hints than this with the same code are summarized in one line. */
const MAX_HINTS = 3

/** Maximum number of diagnostics shown: all errors of a check plus the one that ended it. */
const MAX_SHOWN = MAX_ERRORS + 1

/** @param all lists every hint */
export function diagnosticTexts(found: readonly Diagnostic[], all: boolean): readonly string[] {
  const many = all ? [] : manyHints(found)
  const single = found.filter(({ code }) => !many.some(([first]) => first?.code === code))
  const shown = all ? single : single.slice(0, MAX_SHOWN)
  const more = single.length - shown.length
  return [
    ...shown.map(painted),
    ...(more > 0 ? [`And ${more} more. robe rules check --all lists them.`] : []),
    ...many.map(summary),
  ]
}

/** Hints grouped by code, only groups above the limit. */
function manyHints(found: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const hints = found.filter(({ severity }) => severity === 'hint')
  const codes = [...new Set(hints.map(({ code }) => code))].sort(byText)
  return codes
    .map((code) => hints.filter((each) => each.code === code))
    .filter(({ length }) => length > MAX_HINTS)
}

function summary(hints: readonly Diagnostic[]): string {
  const [first] = hints
  if (first === undefined) return ''
  const { place, code, what } = first
  return `${hints.length} ${code} hints, the first in ${place.file}:${place.line}: ${what} robe rules check --all lists them.`
}

/** The rule set's version, folder and size. */
export function headline(ruleset: Ruleset | undefined, { rulesDir }: RuleFolders): string {
  const where = shownPath(rulesDir)
  if (ruleset === undefined) return `The server would not start with these rules (in ${where})`
  const { loci, tables } = ruleset.model.source
  const read = `${plural(loci.length, 'locus', 'loci')}, ${plural(tables.length, 'table')}`
  return `Rules ${ruleset.version} in ${where}: ${read}, ${plural(ruleset.languages.length, 'language')}`
}

/** A relative path for folders inside the current one. */
function shownPath(folder: string): string {
  const relative = path.relative('', folder)
  return relative.startsWith('..') || path.isAbsolute(relative) ? path.resolve(folder) : relative || '.'
}

/** Warns if the current folder contains rules that were not the ones checked. */
export function otherRulesHere({ rulesDir }: RuleFolders): readonly string[] {
  if (!existsSync(path.join('rules', 'manifest.yaml')) || !existsSync(rulesDir)) return []
  if (realpathSync('rules') === realpathSync(rulesDir)) return []
  return [
    `warning: this folder contains rules, but ${path.resolve(rulesDir)} was checked. To check the rules here, run robe rules check --in .`,
  ]
}
