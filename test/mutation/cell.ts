/**
 * A cell of the rule files (one datum that means something) and the slips an author could make in it.
 * Guarantees: the files' own values are never touched; an altered copy shares what is unaltered.
 * Leaves to others: which cells there are (*-cells.ts) and whether a slip is noticed (judge.ts).
 */
import { type ParsedFile, step } from '../../src/rules/yaml/parsed-file.js'
import type { Place } from '../../src/rules/tables.js'

/** Keys and indices from the file's root. */
export type Path = readonly (string | number)[]

/** One slip inside a file. */
export interface Slip {
  /** What sort of slip, such as `token swapped`: the report counts by it. */
  readonly kind: string
  /** Where it stands, in words that outlive other edits: a rule id, an allele. */
  readonly subject: string
  /** What was altered: `then bay → black`. */
  readonly what: string
  /** Where it stands in the unaltered file. */
  readonly at: Path
  /** The file's value with the slip in it. */
  readonly value: unknown
  /** A rule that is gone: whoever deletes it deletes its reason in the locale files too. */
  readonly gone?: string
}

/** A rule set with one slip in one of its files. */
export interface Mutant extends Slip {
  /** The same as long as the cell and the slip are. */
  readonly id: string
  /** `rules/genes/matp.yaml` */
  readonly file: string
  readonly place: Place
}

export function mutantOf(file: string, parsed: ParsedFile, slip: Slip): Mutant {
  const pointer = slip.at.map(step).join('')
  const id = `${file} ${slip.subject}: ${slip.what}`
  return { ...slip, id, file, place: parsed.placeOf(pointer) }
}

/** The value with another one at the path; keys keep their order. */
export function replaced(value: unknown, path: Path, next: unknown): unknown {
  const [head, ...rest] = path
  if (head === undefined) return next
  const inner = replaced((value as Readonly<Record<string, unknown>>)[head], rest, next)
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === head ? inner : item))
  return { ...(value as object), [head]: inner }
}

/** The value without the key or list item at the path. */
export function without(value: unknown, path: Path): unknown {
  const holder = path.slice(0, -1)
  const last = path.at(-1)
  const held = at(value, holder)
  const kept = Array.isArray(held)
    ? held.filter((_, i) => i !== last)
    : Object.fromEntries(Object.entries(held as object).filter(([key]) => key !== last))
  return replaced(value, holder, kept)
}

/** The value with the contents of two paths exchanged. */
export function exchanged(value: unknown, one: Path, other: Path): unknown {
  return replaced(replaced(value, one, at(value, other)), other, at(value, one))
}

/** Up to three others of a list, the nearest first: enough to ask whether the right one is looked at. */
export function others<Item>(all: readonly Item[], item: Item): readonly Item[] {
  const from = all.indexOf(item)
  const near = [1, -1, 2].map((distance) => all[(from + distance + all.length) % all.length] as Item)
  return [...new Set(near)].filter((other) => other !== item)
}

/** A value on one line, as an author would write it between braces. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, inner]) => `${key}: ${shown(inner)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>>)[key], value)
}

/** Items by key, keys in the order they first come. */
export function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [string, readonly Item[]])[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [item])
    else known.push(item)
  }
  return [...groups]
}
