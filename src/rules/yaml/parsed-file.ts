/**
 * One accepted file on its way to a table: its written value, its places, and where faults are reported.
 * Guarantees: every reported fault has a line and column.
 */
import { fault, type Diagnostic, type DiagnosticCode, type Wording } from '../diagnostic.js'
import type { ParsedFile } from './parse.js'

export interface FileReading<Value> extends ParsedFile {
  readonly value: Value
  /** Reports a fault at the value of a JSON pointer. */
  report(code: DiagnosticCode, pointer: string, wording: Wording): void
}

/** The file with the shape that its value was found to have; its reports are added to `diagnostics`. */
export function fileReadingOf<Value>(
  parsed: ParsedFile,
  value: Value,
  diagnostics: Diagnostic[],
): FileReading<Value> {
  return {
    ...parsed,
    value,
    report: (code, pointer, wording) => diagnostics.push(fault(code, parsed.placeOf(pointer), wording)),
  }
}

type Stated<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** The entries that an author stated, so that what was left out is absent and not undefined. */
export function stated<Value extends object>(value: Value): Stated<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Stated<Value>
}

/** One or many, as a list. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** Tells that a file's name and what it says of itself differ. */
export function checkOwnName(sheet: FileReading<unknown>, key: string, says: string, named: string): void {
  if (says === named) return
  sheet.report('UNKNOWN_KEY', `/${key}`, {
    what: `the file is named for "${named}", but says ${key}: ${says}.`,
    mend: `write ${key}: ${named}, or rename the file.`,
  })
}
