/**
 * A parsed file before it becomes a table: its value, the places of its parts by JSON pointer, and fault reporting.
 * Guarantees: every reported fault has a line and column.
 */
import { type Diagnostic, type DiagnosticCode, fault, type Place, type Wording } from '../diagnostic.js'

export interface ParsedFile {
  readonly file: string
  readonly value: unknown
  /** Start of the value at a JSON pointer; for an empty value, its key; the start of the file if unknown. */
  readonly placeOf: (pointer: string) => Place
  /** Start of the key of the value at a JSON pointer. */
  readonly placeOfKey: (pointer: string) => Place
}

export interface FileReading<Value> extends ParsedFile {
  readonly value: Value
  /** Reports a fault of the value at a JSON pointer. */
  readonly report: (code: DiagnosticCode, pointer: string, wording: Wording) => void
  /** Reports a key that is not allowed there. @param pointer of its value */
  readonly reportKey: (pointer: string, wording: Wording) => void
}

/** A file whose reports are added to `diagnostics`. */
export function fileReadingOf(parsed: ParsedFile, diagnostics: Diagnostic[]): FileReading<unknown> {
  return {
    ...parsed,
    report: (code, pointer, wording) => diagnostics.push(fault(code, parsed.placeOf(pointer), wording)),
    reportKey: (pointer, wording) =>
      diagnostics.push(fault('UNKNOWN_KEY', parsed.placeOfKey(pointer), wording)),
  }
}

type Stated<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** Drops undefined entries, so that what an author left out is absent. */
export function stated<Value extends object>(value: Value): Stated<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Stated<Value>
}

/** A single text or a list of texts, as a list. */
export function listOf(value: string | readonly string[] = []): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

/** A key as one step of a JSON pointer. */
export function step(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
