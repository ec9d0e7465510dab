/**
 * Where a row of a rule file stands, and the single words in it, so that a fault is reported at the word.
 * Guarantees: plain data, small enough to be handed over with the tables; where a word's place is not known, that
 * of the whole row.
 */
import type { Place } from '../diagnostic.js'
import { type FileReading, step } from './parsed-file.js'

export interface AtPlace {
  readonly place: Place
}

/** Something whose words can turn out unknown. */
export interface Placed extends AtPlace {
  /** A line for each word. One text, since thousands of small objects would be copied and frozen at every reload. */
  readonly words: string
}

/** The value at a JSON pointer, and what stands under some of its keys. @param levels how deep */
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

/** Where the key of the value at a JSON pointer inside the row stands. */
export function placeOfKey(row: Placed, pointer: string): Place {
  return find(row, pointer)?.key ?? row.place
}

/** Where the value at a JSON pointer inside the row begins. */
export function placeOfValue(row: Placed, pointer: string): Place {
  return find(row, pointer)?.value ?? row.place
}

/** Where a word of a list stands, which may be written as one word without brackets. */
export function placeOfItem(row: Placed, pointer: string, index: number): Place {
  return find(row, `${pointer}/${index}`)?.value ?? placeOfValue(row, pointer)
}

/** Whether the row itself has the key, and not something that it extends. */
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
