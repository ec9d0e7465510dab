/**
 * What `robe rules check` prints for people: diagnostics, many hints of one kind in one line, and which folder was read.
 */
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Ruleset } from '../../operations/ruleset.js'
import { MAX_ERRORS } from '../../rules/diagnostic-list.js'
import { byText, type Diagnostic } from '../../rules/diagnostic.js'
import type { RuleFolders } from '../../rules/load.js'
import { painted } from '../report.js'
import { plural } from '../terminal.js'

/** Of more hints than these with one code, one line tells how many there are. */
const MAX_HINTS = 3

/** Diagnostics shown one by one: as many errors as a check reports, and where it ended. */
const MAX_SHOWN = MAX_ERRORS + 1

/** @param all every hint by itself */
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

/** Hints by their codes, where there are many. */
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
  return `${hints.length} hints ${code}, the first in ${place.file}:${place.line}: ${what} robe rules check --all lists them.`
}

/** Whose rules these are, what there is in them, and where they were read. */
export function headline(ruleset: Ruleset | undefined, { rulesDir }: RuleFolders): string {
  const where = shownPath(rulesDir)
  if (ruleset === undefined) return `The server would not start with these rules (in ${where})`
  const { loci, tables } = ruleset.model.source
  const read = `${plural(loci.length, 'locus', 'loci')}, ${plural(tables.length, 'table')}`
  return `Rules ${ruleset.version} in ${where}: ${read}, ${plural(ruleset.languages.length, 'language')}`
}

/** Relative where it is inside the current folder. */
function shownPath(folder: string): string {
  const relative = path.relative('', folder)
  return relative.startsWith('..') || path.isAbsolute(relative) ? path.resolve(folder) : relative || '.'
}

/** Said where the author stands in a folder with rules that were not the ones read. */
export function otherRulesHere({ rulesDir }: RuleFolders): readonly string[] {
  if (!existsSync(path.join('rules', 'manifest.yaml')) || !existsSync(rulesDir)) return []
  if (realpathSync('rules') === realpathSync(rulesDir)) return []
  return [
    `warning: this folder has rules of its own, and ${path.resolve(rulesDir)} was read. To check the rules here, run robe rules check --in .`,
  ]
}
