/**
 * Serialises a compiled rule set as JSON text, which browsers open instead of rule files.
 * Guarantees: shared objects stay shared, which the model relies on; runs in browsers. Places in rule files, needed only for
 * diagnostics, are left out.
 */
import type { Model } from '../../model/model.js'
import type { Lexicon } from '../../naming/lexicon.js'

/** The parts of a rule set that answers need. */
export interface AnsweringRules {
  readonly model: Model
  readonly lexicons: ReadonlyMap<string, Lexicon>
}

/** Version of the format; increment it with every change. */
const FORM = 'robe-model-1'

/** A value in JSON. Values that JSON lacks and shared objects are written as objects with one of these keys. */
const SHARED = '$shared'
const MAP = '$map'
const NUMBERS = '$uint16'
const INTEGER = '$integer'

/** Fields that answers do not need. */
const LEFT_OUT = new Set(['place'])

export function writeModelText({ model, lexicons }: AnsweringRules): string {
  const content = { model, lexicons }
  const places = sharedPlaces(content)
  const shared: unknown[] = []
  const written = (value: unknown): unknown => {
    if (typeof value === 'bigint') return { [INTEGER]: String(value) }
    if (typeof value !== 'object' || value === null) return value
    const place = places.get(value)
    if (place === undefined) return plain(value)
    if (place.index < 0) {
      const converted = plain(value)
      // Its contents come before it in the list, so that one pass can read it.
      place.index = shared.push(converted) - 1
    }
    return { [SHARED]: place.index }
  }
  const plain = (value: object): unknown => {
    if (Array.isArray(value)) return value.map(written)
    if (value instanceof Map)
      return { [MAP]: [...(value as Map<unknown, unknown>)].map((each) => each.map(written)) }
    if (value instanceof Uint16Array) return { [NUMBERS]: runs(value) }
    return Object.fromEntries(entriesOf(value).map(([key, inner]) => [key, written(inner)]))
  }
  const root = written(content)
  return JSON.stringify({ form: FORM, shared, root })
}

/** Throws Error for a text of another format. */
export function readModelText(text: string): AnsweringRules {
  const { form, shared, root } = JSON.parse(text) as {
    readonly form?: unknown
    readonly shared: readonly unknown[]
    readonly root: unknown
  }
  if (form !== FORM) throw new Error(`this is no model of the form ${FORM}`)
  const known: unknown[] = []
  const read = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(read)
    const fields = value as Record<string, unknown>
    if (SHARED in fields) return known[fields[SHARED] as number]
    if (MAP in fields)
      return new Map((fields[MAP] as [unknown, unknown][]).map(([key, inner]) => [read(key), read(inner)]))
    if (INTEGER in fields) return BigInt(fields[INTEGER] as string)
    if (NUMBERS in fields) return fromRuns(fields[NUMBERS] as readonly number[])
    for (const key in fields) fields[key] = read(fields[key])
    return fields
  }
  for (const each of shared) known.push(read(each))
  return read(root) as AnsweringRules
}

function entriesOf(value: object): readonly [string, unknown][] {
  return Object.entries(value).filter(([key]) => !LEFT_OUT.has(key))
}

/** Finds objects that occur more than once; their index in the list of shared objects is assigned later. */
function sharedPlaces(root: object): ReadonlyMap<object, { index: number }> {
  const seen = new Set<object>()
  const places = new Map<object, { index: number }>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || value instanceof Uint16Array) return
    if (seen.has(value)) {
      places.set(value, { index: -1 })
      return
    }
    seen.add(value)
    if (value instanceof Map) for (const [key, inner] of value) [key, inner].forEach(visit)
    else if (Array.isArray(value)) value.forEach(visit)
    else for (const [, inner] of entriesOf(value)) visit(inner)
  }
  visit(root)
  return places
}

/** Run-length encoding, as alternating numbers and counts, because table cells repeat. */
function runs(numbers: Uint16Array): readonly number[] {
  const found: number[] = []
  for (let i = 0, end = 0; i < numbers.length; i = end) {
    while (end < numbers.length && numbers[end] === numbers[i]) end++
    found.push(numbers[i] ?? 0, end - i)
  }
  return found
}

function fromRuns(found: readonly number[]): Uint16Array {
  let length = 0
  for (let i = 1; i < found.length; i += 2) length += found[i] ?? 0
  const numbers = new Uint16Array(length)
  for (let i = 0, begin = 0; i < found.length; i += 2) {
    const end = begin + (found[i + 1] ?? 0)
    numbers.fill(found[i] ?? 0, begin, end)
    begin = end
  }
  return numbers
}
