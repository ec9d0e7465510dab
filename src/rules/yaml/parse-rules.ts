/**
 * A rules folder and a locales folder → parsed files, each with the role its name gives it; and a memory of the reading before,
 * by the files' texts, since parsing is most of loading a rule set, and mostly one file of many has changed.
 * Guarantees: nothing thrown for whatever the files hold; what could not be parsed is reported and left out; parsing ends
 * where the limit of errors is exceeded.
 */
import { DiagnosticList, upToLimit } from '../diagnostic-list.js'
import { fileRole, FOLDERS, type Source, type SourceFile } from '../source.js'
import { type Parsed, parseFile } from './parse.js'
import type { ParsedFile } from './parsed-file.js'

/** Both folders as they were at one moment, with all that went wrong so far. */
export type ParsedRules = ReturnType<typeof parseRules>

type FileRole = NonNullable<ReturnType<typeof fileRole>>

/** The same text in the same file gives the same, so that it may be remembered. */
type ParseFile = (file: SourceFile) => Parsed

export function parseRules(source: Source, parse: ParseFile = parseFile) {
  const diagnostics = new DiagnosticList()
  const files: { readonly role: FileRole; readonly path: string; readonly parsed: ParsedFile }[] = []
  const parseAll = (): undefined => {
    diagnostics.push(...source.diagnostics)
    for (const folder of FOLDERS) {
      for (const file of source[folder].files) {
        // The same wherever the folders lie.
        const path = `${folder}/${file.name}`
        const role = fileRole(path)
        if (role === undefined) continue
        const { parsed, diagnostics: faults } = parse(file)
        diagnostics.push(...faults)
        if (parsed !== undefined) files.push({ role, path, parsed })
      }
    }
  }
  const last = upToLimit(parseAll, (ended) => ended.last)
  return { ...source, files, diagnostics: last === undefined ? [...diagnostics] : [...diagnostics, last] }
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
