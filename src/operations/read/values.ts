/**
 * Basic checks of raw field values: absent, a list, an object with known keys.
 */
import type { Fields } from './decode-fields.js'
import { invalidField, strangeWord } from './refusals.js'

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

/** Missing, null, or the empty text that a form sends for an absent field. */
export function isAbsent(value: unknown): boolean {
  return isNothing(value) || value === ''
}

export function isSent(fields: Fields, name: string): boolean {
  return !isAbsent(fields[name])
}

/** The list, empty if absent. Throws ClientError for any other value. */
export function readList(value: unknown, field: string, shape: string): readonly unknown[] {
  if (isAbsent(value)) return []
  if (Array.isArray(value)) return value
  throw invalidField(field, value, [shape])
}

/** Throws ClientError for an unknown key. @param what follows the key's path in the message */
export function refuseStray(value: Fields, at: string, known: readonly string[], what: string): void {
  const stray = Object.keys(value).find((key) => !known.includes(key))
  if (stray === undefined) return
  const field = `${at}.${stray}`
  throw strangeWord(field, `${field} ${what}`, known, stray, value[stray])
}
