/**
 * A rules folder and a locales folder → parsed files, each with the role its name gives it; and a memory of the reading before,
 * by the files' texts, since parsing is most of loading a rule set, and mostly one file of many has changed.
 * Guarantees: nothing thrown for whatever the files hold; what could not be parsed is reported and left out.
 */
import { fileRole, FOLDERS, type Source, type SourceFile } from '../source.js'
import { type Parsed, parseFile } from './parse.js'

/** Both folders as they were at one moment, with all that went wrong so far. */
export type ParsedRules = ReturnType<typeof parseRules>

/** The same text in the same file gives the same, so that it may be remembered. */
type ParseFile = (file: SourceFile) => Parsed

export function parseRules(source: Source, parse: ParseFile = parseFile) {
  const diagnostics = [...source.diagnostics]
  const files = FOLDERS.flatMap((folder) =>
    source[folder].files.flatMap((file) => {
      // The same wherever the folders lie.
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

/** Each call begins a reading, which knows the files of the one before. */
export function createParseMemory(): () => ParseFile {
  let parsed: ReadonlyMap<string, Parsed> = new Map()
  return () => {
    const before = parsed
    const now = new Map<string, Parsed>()
    parsed = now
    return (file) => {
      const key = `${file.file}\n${file.text}`
      const known = before.get(key) ?? parseFile(file)
      now.set(key, known)
      return known
    }
  }
}
