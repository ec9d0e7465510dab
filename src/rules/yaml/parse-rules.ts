/**
 * A rules folder and a locales folder → parsed files, each with the role its name gives it.
 * Guarantees: nothing thrown for whatever the files hold; what could not be parsed is reported and left out.
 * Leaves to others: whether the values have the right shape and agree (load.ts).
 */
import { fileRole, type FileRole } from '../file-role.js'
import { FOLDERS, type Source, type SourceFile } from '../source.js'
import { parseFile, type Parsed, type ParsedFile } from './parse.js'

export interface RuleFile {
  readonly role: FileRole
  /** The same wherever the folders lie: `rules/genes/matp.yaml`. */
  readonly path: string
  readonly parsed: ParsedFile
}

/** Both folders as they were at one moment, with all that went wrong so far. */
export interface ParsedRules extends Source {
  readonly files: readonly RuleFile[]
}

/** One text → values; the same text in the same file gives the same, so that it may be remembered. */
export type ParseFile = (file: SourceFile) => Parsed

export function parseRules(source: Source, parse: ParseFile = parseFile): ParsedRules {
  const diagnostics = [...source.diagnostics]
  const files = FOLDERS.flatMap((folder) =>
    source[folder].files.flatMap((file) => {
      const path = `${folder}/${file.name}`
      const role = fileRole(path)
      if (role === undefined) return []
      const { parsed, diagnostics: faults } = parse(file)
      diagnostics.push(...faults)
      return parsed === undefined ? [] : [{ role, path, parsed }]
    }),
  )
  return { ...source, files, diagnostics }
}
