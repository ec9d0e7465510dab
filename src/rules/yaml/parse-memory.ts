/**
 * Remembers the parsed files of the reading before, by their texts, for a process that reads rule sets repeatedly.
 * Parsing is most of what it takes to load a rule set, and mostly one file of many has changed.
 * Guarantees: nothing is remembered but under everything that it is made of; never more than one reading.
 */
import { parseFile, type Parsed } from './parse.js'
import type { ParseFile } from './parse-rules.js'

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
