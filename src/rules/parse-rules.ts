/**
 * A rules folder and a locales folder → parsed files, each with the role its name gives it.
 * Guarantees: nothing thrown for whatever the files hold; what could not be parsed is told and left out.
 * Leaves to others: whether the values have the right shape and agree (load.ts).
 */
import { localeFileRole, ruleFileRole, type FileRole } from './agreement.js'
import type { Diagnostic } from './diagnostic.js'
import { parseFile, type ParsedFile } from './parse.js'
import { readSource, type Folder, type Source } from './source.js'

export interface RuleFolders {
  readonly rulesDir: string
  readonly localesDir: string
}

export interface RuleFile {
  readonly role: FileRole
  /** The same wherever the folders lie: `rules/genes/matp.yaml`. */
  readonly path: string
  readonly parsed: ParsedFile
}

/** Both folders as they were at one moment, with all that went wrong so far. */
export interface ParsedRules {
  readonly rules: Folder
  readonly locales: Folder
  readonly files: readonly RuleFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads and parses a whole rule set. */
export function parseRules({ rulesDir, localesDir }: RuleFolders): ParsedRules {
  return parseSource(readSource(rulesDir, localesDir))
}

/** Parses a rule set that was read already. */
export function parseSource({ rules, locales, diagnostics: reading }: Source): ParsedRules {
  const diagnostics: Diagnostic[] = [...reading]
  const files = [
    ...parseFolder('rules', rules, ruleFileRole, diagnostics),
    ...parseFolder('locales', locales, localeFileRole, diagnostics),
  ]
  return { rules, locales, files, diagnostics }
}

function parseFolder(
  folder: string,
  { files }: Folder,
  roleOf: (name: string) => FileRole | undefined,
  diagnostics: Diagnostic[],
): readonly RuleFile[] {
  return files.flatMap((file) => {
    const role = roleOf(file.name)
    if (role === undefined) return []
    const { parsed, diagnostics: faults } = parseFile(file)
    diagnostics.push(...faults)
    return parsed === undefined ? [] : [{ role, path: `${folder}/${file.name}`, parsed }]
  })
}
