/**
 * The places of a row of a rule file and of the words in it, so that a fault is reported at the word.
 * Guarantees: plain data, small enough to be sent along with the tables; an unknown word's place falls back to that
 * of the row.
 */
import type { Place } from '../diagnostic.js'
import { type FileReading, step } from './parsed-file.js'

export interface AtPlace {
  readonly place: Place
}

/** A row whose words may turn out to be unknown. */
export interface Placed extends AtPlace {
  /**
   * One line per word. A single text, because thousands of small objects would be copied and frozen at every reload.
   */
  readonly words: string
}

/** The place of the value at a JSON pointer, and of everything under some of its keys. @param levels maximum depth */
export function placed(
  file: FileReading<unknown>,
  pointer: string,
  value: object,
  keys: readonly string[],
  levels = Infinity,
): Placed {
  const lines: string[] = []
  const add = (inside: string, node: unknown, level: number): void => {
    const key = file.placeOfKey(pointer + inside)
    const { line, column } = file.placeOf(pointer + inside)
    lines.push(`\n${inside} ${key.line} ${key.column} ${line} ${column}`)
    if (typeof node !== 'object' || node === null || level === levels) return
    for (const [name, child] of Object.entries(node)) add(inside + step(name), child, level + 1)
  }
  for (const key of keys) {
    const child = (value as Readonly<Record<string, unknown>>)[key]
    if (child !== undefined) add(step(key), child, 1)
  }
  return { place: file.placeOf(pointer), words: lines.join('') }
}

/** Start of the key of the value at a JSON pointer inside the row. */
export function placeOfKey(row: Placed, pointer: string): Place {
  return find(row, pointer)?.key ?? row.place
}

/** Start of the value at a JSON pointer inside the row. */
export function placeOfValue(row: Placed, pointer: string): Place {
  return find(row, pointer)?.value ?? row.place
}

/** Start of an item of a list; a list of one word may be written without brackets. */
export function placeOfItem(row: Placed, pointer: string, index: number): Place {
  return find(row, `${pointer}/${index}`)?.value ?? placeOfValue(row, pointer)
}

/** Whether the key is in the row itself and not in a row that it extends. */
export function hasKey(row: Placed, pointer: string): boolean {
  return find(row, pointer) !== undefined
}

function find(
  { words, place: { file } }: Placed,
  pointer: string,
): { readonly key: Place; readonly value: Place } | undefined {
  const sought = `\n${pointer} `
  const at = words.indexOf(sought)
  if (at === -1) return undefined
  const [line = ''] = words.slice(at + sought.length).split('\n', 1)
  const [keyLine = 1, keyColumn = 1, valueLine = 1, valueColumn = 1] = line.split(' ').map(Number)
  return {
    key: { file, line: keyLine, column: keyColumn },
    value: { file, line: valueLine, column: valueColumn },
  }
}
