/**
 * Parses a rules folder and a locales folder, and remembers the previous parse by the files' texts: parsing is most
 * of the work of loading a rule set, and on reload usually a single file has changed.
 * Guarantees: never throws because of file contents; files that cannot be parsed are reported and left out; parsing
 * stops when the error limit is exceeded.
 */
import { DiagnosticList, upToLimit } from '../diagnostic-list.js'
import { fileRole, FOLDERS, type Source, type SourceFile } from '../source.js'
import { type Parsed, parseFile } from './parse.js'
import type { ParsedFile } from './parsed-file.js'

/** The parsed files of both folders, with all diagnostics so far. */
export type ParsedRules = ReturnType<typeof parseRules>

type FileRole = NonNullable<ReturnType<typeof fileRole>>

/** Deterministic in the file's path and text, so results can be cached. */
type ParseFile = (file: SourceFile) => Parsed

export function parseRules(source: Source, parse: ParseFile = parseFile) {
  const diagnostics = new DiagnosticList()
  const files: { readonly role: FileRole; readonly path: string; readonly parsed: ParsedFile }[] = []
  const parseAll = (): undefined => {
    diagnostics.push(...source.diagnostics)
    for (const folder of FOLDERS) {
      for (const file of source[folder].files) {
        // Independent of where the folders are.
        const path = `${folder}/${file.name}`
        const role = fileRole(path)
        if (role === undefined) continue
        const { parsed, diagnostics: faults } = parse(file)
        diagnostics.push(...faults)
        if (parsed !== undefined) files.push({ role, path, parsed })
      }
    }
  }
  const last = upToLimit(parseAll, (stopped) => stopped.last)
  return { ...source, files, diagnostics: last === undefined ? [...diagnostics] : [...diagnostics, last] }
}

/** Each call starts a new parse that reuses unchanged files of the previous one. */
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
