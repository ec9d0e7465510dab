/**
 * A rules folder and a locales folder → parsed files, each with the role its name gives it.
 * Guarantees: nothing thrown for whatever the files hold; what could not be parsed is told and left out.
 * Leaves to others: whether the values have the right shape and agree (load.ts).
 */
import { localeFileRole, ruleFileRole, type FileRole } from '../checks/agreement.js'
import type { Diagnostic } from '../diagnostic.js'
import { parseFile, type Parsed, type ParsedFile } from './parse.js'
import { readSource, type Folder, type Source, type SourceFile } from '../source.js'

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
export function parseRules({ rulesDir, localesDir }: RuleFolders, parse?: ParseFile): ParsedRules {
  return parseSource(readSource(rulesDir, localesDir), parse)
}

/** One text → values; the same text in the same file gives the same, so that it may be remembered. */
export type ParseFile = (file: SourceFile) => Parsed

/** Parses a rule set that was read already. */
export function parseSource(source: Source, parse: ParseFile = parseFile): ParsedRules {
  const { rules, locales, diagnostics: reading } = source
  const diagnostics: Diagnostic[] = [...reading]
  const files = [
    ...parseFolder('rules', rules, ruleFileRole, parse, diagnostics),
    ...parseFolder('locales', locales, localeFileRole, parse, diagnostics),
  ]
  return { rules, locales, files, diagnostics }
}

function parseFolder(
  folder: string,
  { files }: Folder,
  roleOf: (name: string) => FileRole | undefined,
  parse: ParseFile,
  diagnostics: Diagnostic[],
): readonly RuleFile[] {
  return files.flatMap((file) => {
    const role = roleOf(file.name)
    if (role === undefined) return []
    const { parsed, diagnostics: faults } = parse(file)
    diagnostics.push(...faults)
    return parsed === undefined ? [] : [{ role, path: `${folder}/${file.name}`, parsed }]
  })
}
