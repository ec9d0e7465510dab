/**
 * What the raw value of a field can be taken for: nothing, a list, an object with known keys.
 */
import type { Fields } from './decode-fields.js'
import { invalidField, strangeWord } from './refusals.js'

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

/** Nothing, or the empty text that a form sends for it. */
export function isAbsent(value: unknown): boolean {
  return isNothing(value) || value === ''
}

export function isSent(fields: Fields, name: string): boolean {
  return !isAbsent(fields[name])
}

/** An empty list where nothing was sent. Throws ClientError for what is no list. */
export function readList(value: unknown, field: string, shape: string): readonly unknown[] {
  if (isAbsent(value)) return []
  if (Array.isArray(value)) return value
  throw invalidField(field, value, [shape])
}

/** Throws ClientError where an object has a key that it cannot have. @param what follows the key's place in the message */
export function refuseStray(value: Fields, at: string, known: readonly string[], what: string): void {
  const stray = Object.keys(value).find((key) => !known.includes(key))
  if (stray === undefined) return
  const field = `${at}.${stray}`
  throw strangeWord(field, `${field} ${what}`, known, stray, value[stray])
}
