/**
 * Where the single words of a rule, a row or a language file stand, so that a fault is told at the word.
 * Guarantees: plain data, small enough to be handed over with the tables; where a word's place is not known, that
 * of the whole row.
 * Leaves to others: which words are looked up (model/, naming/).
 */
import { step } from './parse.js'
import type { Sheet } from './sheet.js'
import type { Place, WordPlaces } from './tables.js'

/** Something whose words have places. */
export interface Placed {
  readonly place: Place
  readonly words: WordPlaces
}

/** The places of everything under some keys of the value at a JSON pointer. */
export function placesOfWords(
  sheet: Sheet<unknown>,
  pointer: string,
  value: object,
  keys: readonly string[],
): WordPlaces {
  const words = { keys: {} as Record<string, Place>, values: {} as Record<string, Place> }
  const add = (inside: string, node: unknown): void => {
    words.values[inside] = sheet.place(pointer + inside)
    if (typeof node !== 'object' || node === null) return
    for (const [key, child] of Object.entries(node)) {
      const there = inside + step(key)
      if (!Array.isArray(node)) words.keys[there] = sheet.placeOfKey(pointer + there)
      add(there, child)
    }
  }
  for (const key of keys) {
    const child = (value as Readonly<Record<string, unknown>>)[key]
    if (child !== undefined) add(step(key), child)
  }
  return words
}

/** The places of the keys of some sections, and of the sections themselves. */
export function placesOfKeys(
  sheet: Sheet<unknown>,
  pointer: string,
  value: object,
  sections: readonly string[],
): WordPlaces {
  const keys: Record<string, Place> = {}
  for (const section of sections) {
    const child = (value as Readonly<Record<string, unknown>>)[section]
    if (typeof child !== 'object' || child === null) continue
    keys[step(section)] = sheet.placeOfKey(pointer + step(section))
    if (Array.isArray(child)) continue
    for (const key of Object.keys(child)) {
      const inside = step(section) + step(key)
      keys[inside] = sheet.placeOfKey(pointer + inside)
    }
  }
  return { keys, values: {} }
}

/** Where the key of the value at a JSON pointer inside the row stands. */
export function placeOfKey({ words, place }: Placed, pointer: string): Place {
  return words.keys[pointer] ?? place
}

/** Where the value at a JSON pointer inside the row begins. */
export function placeOfValue({ words, place }: Placed, pointer: string): Place {
  return words.values[pointer] ?? place
}

/** Where a word of a list stands, which may be written as one word without brackets. */
export function placeOfItem({ words, place }: Placed, pointer: string, index: number): Place {
  return words.values[`${pointer}/${index}`] ?? words.values[pointer] ?? place
}
