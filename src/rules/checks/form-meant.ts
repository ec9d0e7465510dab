/**
 * Finds which of several forms of a block the author meant, by its keys: { has: X } or { copies: 2, of: X }.
 * Guarantees: returns a form only if the keys agree on one; otherwise at least one fault, unless the block is empty.
 */
import type { Wording } from '../diagnostic.js'
import { suggestedKey } from './suggested.js'
import type { ShapeSchema } from './schema.js'
import { withNamedCharacters } from '../yaml/typing-slips.js'
import { quoted } from './refused-value.js'

export type Block = Readonly<Record<string, unknown>>

interface KeyFault extends Wording {
  /** The key at fault; undefined if the whole block is. */
  readonly key?: string
}

/** @param title collective name of the forms, for messages */
export function formMeant(
  forms: readonly ShapeSchema[],
  block: Block,
  title: string,
): { readonly form?: ShapeSchema | undefined; readonly faults: readonly KeyFault[] } {
  if (forms.length < 2) return { form: forms[0], faults: [] }
  const keys = Object.keys(block)
  const known = [...new Set(forms.flatMap(keysOf))]
  const unknown = keys.find((key) => !known.includes(key))
  // Report one unknown key only: until the form is known, its other keys cannot be judged.
  if (unknown !== undefined) {
    const what = `"${withNamedCharacters(unknown)}" is not a key of ${title}.`
    return { faults: [{ key: unknown, what, fix: suggestedKey(unknown, known) }] }
  }
  const whole = forms.filter((form) => missingIn(form, keys).length === 0)
  const [form, second] = whole
  if (form === undefined) return { faults: unfinished(forms, keys) }
  if (second !== undefined) return { faults: [mixed(whole, known.includes('all'))] }
  const foreign = keys.filter((key) => !keysOf(form).includes(key))
  if (foreign.length === 0) return { form, faults: [] }
  return { faults: foreign.map((key) => foreignKey(key, form, forms)) }
}

/** A key of another form, in a block that has all required keys of one form. */
function foreignKey(key: string, form: ShapeSchema, forms: readonly ShapeSchema[]): KeyFault {
  const others = forms.filter((other) => keysOf(other).includes(key))
  const what = `"${key}" cannot be combined with ${quoted(form.required ?? [])}.`
  return { key, what, fix: `write ${others.map((other) => shown(other, [key])).join(', or ')}.` }
}

/** Some keys of a form are present, and its required keys are missing. */
function unfinished(forms: readonly ShapeSchema[], keys: readonly string[]): readonly KeyFault[] {
  const begun = forms.filter((form) => keys.every((key) => keysOf(form).includes(key)))
  if (keys.length === 0 || begun.length === 0) return []
  const missing = begun.map((form) => quoted(missingIn(form, keys)))
  const what = `${quoted(keys)} needs ${missing.join(' or ')} beside it.`
  return [{ what, fix: `write ${begun.map((form) => shown(form, keys)).join(', or ')}.` }]
}

/** Required keys of several forms are present. Predicates can be combined with `all`; of other forms one must go. */
function mixed(forms: readonly ShapeSchema[], canAll: boolean): KeyFault {
  const ofAll = (key: string): boolean => forms.every(({ required = [] }) => required.includes(key))
  const mixedKeys = forms.flatMap(({ required = [] }) => required).filter((key) => !ofAll(key))
  const what = `${quoted(mixedKeys)} are alternatives and cannot be combined.`
  const each = forms.map((form) => shown(form, []))
  return { what, fix: canAll ? `write { all: [${each.join(', ')}] }.` : `keep one: ${each.join(', or ')}.` }
}

function keysOf({ properties = {} }: ShapeSchema): readonly string[] {
  return Object.keys(properties)
}

function missingIn({ required = [] }: ShapeSchema, keys: readonly string[]): readonly string[] {
  return required.filter((key) => !keys.includes(key))
}

/** `{ copies: …, of: … }` */
function shown({ required = [] }: ShapeSchema, keys: readonly string[]): string {
  return `{ ${[...new Set([...required, ...keys])].map((key) => `${key}: …`).join(', ')} }`
}
