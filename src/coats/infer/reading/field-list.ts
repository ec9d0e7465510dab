/**
 * Lists and objects of a request that a form holds as JSON text.
 * Guarantees: broken text is refused with where and why.
 */
import { NotJson, Unusable } from '../../request/decode-fields.js'
import { isNothing } from '../../request/horse.js'
import { invalidField } from '../../request/refusals.js'

/** What a text of JSON says; anything else as it is. */
export function fromText(value: unknown, field: string, shape: string): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    throw invalidField(field, new NotJson(value), [shape])
  }
}

/** An empty list where nothing was sent. */
export function fieldList(written: unknown, field: string, shape: string): readonly unknown[] {
  if (written instanceof Unusable) throw invalidField(field, written, [shape])
  const value = fromText(written, field, shape)
  if (isNothing(value) || value === '') return []
  if (Array.isArray(value)) return value
  throw invalidField(field, written, [shape])
}
