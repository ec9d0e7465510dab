/**
 * One parsed file on its way to a table: its written value, its places by JSON pointer, and where faults are reported.
 * Guarantees: every reported fault has a line and column.
 */
import { type Diagnostic, type DiagnosticCode, fault, type Place, type Wording } from '../diagnostic.js'

export interface ParsedFile {
  readonly file: string
  readonly value: unknown
  /** Where the value at a JSON pointer begins; for an empty value, its key; the file's start if unknown. */
  readonly placeOf: (pointer: string) => Place
  /** Where the key of the value at a JSON pointer stands. */
  readonly placeOfKey: (pointer: string) => Place
}

export interface FileReading<Value> extends ParsedFile {
  readonly value: Value
  /** Reports a fault at the value of a JSON pointer. */
  readonly report: (code: DiagnosticCode, pointer: string, wording: Wording) => void
  /** Reports a key that cannot stand where it stands. @param pointer of its value */
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

/** The entries that an author stated, so that what was left out is absent and not undefined. */
export function stated<Value extends object>(value: Value): Stated<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Stated<Value>
}

/** One or many, as a list. */
export function listOf(value: string | readonly string[] = []): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

/** A key as one step of a JSON pointer. */
export function step(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
