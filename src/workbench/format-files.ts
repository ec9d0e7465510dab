/**
 * Formats files of a rule set where they lie.
 * Guarantees: a file that cannot be read, parsed or written is left byte for byte as it is, and told; checking
 * writes nothing; nothing thrown.
 * Leaves to others: the canonical text (format.ts) and telling people (commands/rules-fmt.ts).
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { localeFileRole, ruleFileRole, strayFiles, type FileRole } from '../rules/agreement.js'
import type { Diagnostic } from '../rules/diagnostic.js'
import type { RuleFolders } from '../rules/load.js'
import { readSource, type Folder, type SourceFile } from '../rules/source.js'
import { formatFile } from './format.js'
import { replaceFile } from './replace-file.js'

export type FileOutcome =
  /** Already in canonical form; written anew; or, when only checking, to be written anew. */
  | { readonly file: string; readonly outcome: 'canonical' | 'rewritten' | 'differs' }
  /** It does not load. */
  | { readonly file: string; readonly outcome: 'faulty'; readonly diagnostics: readonly Diagnostic[] }
  /** It loads, but was left as it is. */
  | { readonly file: string; readonly outcome: 'refused'; readonly why: string }

export interface FormatOptions {
  /** Paths of files; empty: all files of the rule set. */
  readonly files: readonly string[]
  /** Say what differs, and write nothing. */
  readonly check: boolean
}

interface Listed {
  /** As people see it: `rules/genes/matp.yaml`. */
  readonly file: string
  readonly location: string
  readonly role: FileRole | undefined
  /** Undefined if it could not be read. */
  readonly source: SourceFile | undefined
  readonly bytes: Uint8Array | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Formats the named files, or all of them, in the order of their names. */
export function formatFiles(folders: RuleFolders, { files, check }: FormatOptions): readonly FileOutcome[] {
  const { listed, elsewhere } = listFiles(folders)
  if (files.length === 0) return [...elsewhere, ...listed.map((one) => formatOne(one, check))]
  const chosen = files.map((given) => listed.find(({ location }) => isSame(location, given)) ?? given)
  return [...new Set(chosen)].map((one) =>
    typeof one === 'string' ? refusal(one, folders) : formatOne(one, check),
  )
}

/** Every file of the two folders, and what is wrong with the folders themselves. */
function listFiles({ rulesDir, localesDir }: RuleFolders): {
  readonly listed: readonly Listed[]
  readonly elsewhere: readonly FileOutcome[]
} {
  const contents = new Map<string, Uint8Array>()
  const { rules, locales, diagnostics } = readSource(rulesDir, localesDir, (location) => {
    const bytes = readFileSync(location)
    contents.set(location, bytes)
    return bytes
  })
  const of = (folder: Folder, directory: string, roleOf: (name: string) => FileRole | undefined) =>
    (folder.names ?? []).map((name): Listed => {
      const file = `${folder.shown}/${name}`
      const location = path.join(directory, name)
      const faults = [...diagnostics, ...strayFiles(folder, roleOf)].filter(
        ({ place }) => place.file === file,
      )
      const source = folder.files.find((one) => one.name === name)
      return {
        file,
        location,
        role: roleOf(name),
        source,
        bytes: contents.get(location),
        diagnostics: faults,
      }
    })
  const listed = [...of(rules, rulesDir, ruleFileRole), ...of(locales, localesDir, localeFileRole)]
  const ofFolders = diagnostics.filter(({ place }) => !listed.some(({ file }) => file === place.file))
  const elsewhere = ofFolders.map((one) => ({
    file: one.place.file,
    outcome: 'faulty' as const,
    diagnostics: [one],
  }))
  return { listed, elsewhere }
}

function formatOne(listed: Listed, check: boolean): FileOutcome {
  const { file, location, role, source, bytes, diagnostics } = listed
  if (role === undefined || source === undefined || bytes === undefined)
    return { file, outcome: 'faulty', diagnostics }
  const formatted = formatFile(role.kind, source)
  switch (formatted.outcome) {
    case 'faulty':
      return { file, outcome: 'faulty', diagnostics: formatted.diagnostics }
    case 'defect': {
      const why = `${formatted.what}. That is a defect of Robe, please report it with this file`
      return { file, outcome: 'refused', why }
    }
    case 'formatted': {
      if (Buffer.from(formatted.text).equals(bytes)) return { file, outcome: 'canonical' }
      if (check) return { file, outcome: 'differs' }
      const why = replaceFile(location, bytes, formatted.text)
      return why === undefined ? { file, outcome: 'rewritten' } : { file, outcome: 'refused', why }
    }
  }
}

function isSame(location: string, given: string): boolean {
  return realLocation(location) === realLocation(given)
}

function realLocation(location: string): string {
  try {
    return realpathSync(location)
  } catch {
    return path.resolve(location)
  }
}

/** Why a path is no file of the rule set. */
function refusal(given: string, { rulesDir, localesDir }: RuleFolders): FileOutcome {
  const refused = (why: string): FileOutcome => ({ file: given, outcome: 'refused', why })
  const found = statSync(given, { throwIfNoEntry: false })
  if (found === undefined) return refused('it does not exist')
  if (found.isDirectory()) return refused('it is a folder: name files, or none to format all of them')
  const holds = (folder: string) => {
    const inside = path.relative(realLocation(folder), realLocation(given))
    return !inside.startsWith('..') && !path.isAbsolute(inside)
  }
  if (holds(rulesDir) || holds(localesDir)) return refused('no rule set has a file of this name there')
  return refused(`it lies outside the rule set: expected a file in ${rulesDir} or ${localesDir}`)
}
