/**
 * Where the single words of a rule, a row or a language file stand, so that a fault is told at the word.
 * Guarantees: plain data, small enough to be handed over with the tables; where a word's place is not known, that
 * of the whole row.
 * Leaves to others: which words are looked up (model/, naming/).
 */
import { step } from './pointer.js'
import type { FileReading } from './parsed-file.js'
import type { Place, Placed, WordPlaces } from '../tables.js'

export type { Placed } from '../tables.js'

/** The places of everything under some keys of the value at a JSON pointer. */
export function placesOfWords(
  sheet: FileReading<unknown>,
  pointer: string,
  value: object,
  keys: readonly string[],
): WordPlaces {
  const lines: string[] = []
  const add = (inside: string, node: unknown): void => {
    lines.push(line('value', inside, sheet.placeOf(pointer + inside)))
    if (typeof node !== 'object' || node === null) return
    for (const [key, child] of Object.entries(node)) {
      const there = inside + step(key)
      if (!Array.isArray(node)) lines.push(line('key', there, sheet.placeOfKey(pointer + there)))
      add(there, child)
    }
  }
  for (const key of keys) {
    const child = (value as Readonly<Record<string, unknown>>)[key]
    if (child !== undefined) add(step(key), child)
  }
  return lines.join('')
}

/** The places of the keys of some sections, and of the sections themselves. */
export function placesOfKeys(
  sheet: FileReading<unknown>,
  pointer: string,
  value: object,
  sections: readonly string[],
): WordPlaces {
  const lines: string[] = []
  const add = (inside: string): number => lines.push(line('key', inside, sheet.placeOfKey(pointer + inside)))
  for (const section of sections) {
    const child = (value as Readonly<Record<string, unknown>>)[section]
    if (typeof child !== 'object' || child === null) continue
    add(step(section))
    if (!Array.isArray(child)) for (const key of Object.keys(child)) add(step(section) + step(key))
  }
  return lines.join('')
}

/** Where the key of the value at a JSON pointer inside the row stands. */
export function placeOfKey(row: Placed, pointer: string): Place {
  return find(row, 'key', pointer) ?? row.place
}

/** Where the value at a JSON pointer inside the row begins. */
export function placeOfValue(row: Placed, pointer: string): Place {
  return find(row, 'value', pointer) ?? row.place
}

/** Where a word of a list stands, which may be written as one word without brackets. */
export function placeOfItem(row: Placed, pointer: string, index: number): Place {
  return find(row, 'value', `${pointer}/${index}`) ?? placeOfValue(row, pointer)
}

/** Whether the row itself has the key, and not something that it extends. */
export function hasKey(row: Placed, pointer: string): boolean {
  return find(row, 'key', pointer) !== undefined
}

type What = 'key' | 'value'

function line(what: What, pointer: string, { line, column }: Place): string {
  return `\n${what} ${pointer} ${line} ${column}`
}

function find({ words, place }: Placed, what: What, pointer: string): Place | undefined {
  const sought = `\n${what} ${pointer} `
  const at = words.indexOf(sought)
  if (at === -1) return undefined
  const [row, column] = (words.slice(at + sought.length).split('\n', 1)[0] ?? '').split(' ').map(Number)
  return row === undefined || column === undefined ? undefined : { file: place.file, line: row, column }
}
