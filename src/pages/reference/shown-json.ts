/**
 * JSON for people: what fits on a line stands on one, and long lists of objects show their beginning. The same value
 * as the literal of a programming language.
 * Guarantees: what is left out is marked where it is missing and counted; the rest is exact, and a literal whole.
 */

/** JSON text, and how many elements of its lists are missing. */
export interface ShownJson {
  readonly text: string
  readonly leftOut: number
}

/** How a language writes values. */
export interface Notation {
  /** Around the fields of an object. */
  readonly braces: readonly [string, string]
  readonly colon: string
  /** Texts, numbers, truth values and null. */
  readonly word: (value: unknown) => string
}

export const JSON_NOTATION: Notation = {
  braces: ['{', '}'],
  colon: ': ',
  word: (value) => JSON.stringify(value),
}

/** Columns that a phone shows without breaking the line. */
const LINE = 46

/** Elements of a list of objects, and of any other list, that are shown. */
const OBJECTS = 2
const OTHERS = 24

export function showJson(value: unknown): ShownJson {
  const count = { leftOut: 0 }
  const text = block(value, '', '', JSON_NOTATION, count)
  return { text, leftOut: count.leftOut }
}

/** The whole value. @param indent of the line that it begins on */
export function literal(value: unknown, notation: Notation, indent: string): string {
  return block(value, '', indent, notation)
}

/** @param count counts what is left out; without it nothing is */
function block(
  value: unknown,
  lead: string,
  indent: string,
  notation: Notation,
  count?: { leftOut: number },
): string {
  const { braces, colon, word } = notation
  const inline = onOneLine(value, notation)
  if (!holdsObjects(value) && indent.length + lead.length + inline.length <= LINE) return lead + inline
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    const list = value as readonly unknown[]
    const most = count === undefined ? list.length : list.some(isObject) ? OBJECTS : OTHERS
    const lines = list.slice(0, most).map((item) => block(item, '', deeper, notation, count))
    const missing = list.length - lines.length
    if (count !== undefined) count.leftOut += missing
    const note = missing === 0 ? [] : [`… ${missing} more`]
    return `${lead}[\n${[...lines, ...note].map((line) => deeper + line).join(',\n')}\n${indent}]`
  }
  if (!isObject(value)) return lead + inline
  const lines = Object.entries(value).map(
    ([name, inner]) => deeper + block(inner, word(name) + colon, deeper, notation, count),
  )
  return `${lead}${braces[0]}\n${lines.join(',\n')}\n${indent}${braces[1]}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list with an object in it, or an object with one: shown over several lines. */
function holdsObjects(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isObject(item) || holdsObjects(item))
  return isObject(value) && Object.values(value).some((item) => isObject(item) || holdsObjects(item))
}

function onOneLine(value: unknown, notation: Notation): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => onOneLine(item, notation)).join(', ')}]`
  if (!isObject(value)) return notation.word(value)
  const fields = Object.entries(value).map(
    ([name, inner]) => notation.word(name) + notation.colon + onOneLine(inner, notation),
  )
  return notation.braces[0] + fields.join(', ') + notation.braces[1]
}
