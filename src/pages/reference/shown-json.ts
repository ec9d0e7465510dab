/**
 * Formats JSON for people: short values on one line, long lists of objects abridged. Also formats values as literals of programming
 * languages.
 * Guarantees: omissions are marked and counted; everything else is exact; literals are never abridged.
 */

/** JSON text with the number of omitted elements. */
export interface ShownJson {
  readonly text: string
  readonly leftOut: number
}

/** The notation of values in a language. */
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

/** Maximum line length, which fits on a phone. */
const LINE = 46

/** Maximum number of shown elements: of a list of objects, and of any other list. */
const OBJECTS = 2
const OTHERS = 24

export function showJson(value: unknown): ShownJson {
  const count = { leftOut: 0 }
  const text = block(value, '', '', JSON_NOTATION, count)
  return { text, leftOut: count.leftOut }
}

/** The complete value. @param indent of its first line */
export function literal(value: unknown, notation: Notation, indent: string): string {
  return block(value, '', indent, notation)
}

/** @param count called with numbers of omitted elements; without it nothing is omitted */
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

/** Whether the value contains an object, so that it is shown on several lines. */
function holdsObjects(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isObject(item) || holdsObjects(item))
  return isObject(value) && Object.values(value).some((item) => isObject(item) || holdsObjects(item))
}

/** The complete value on one line. */
export function inlineJson(value: unknown): string {
  return onOneLine(value, JSON_NOTATION)
}

function onOneLine(value: unknown, notation: Notation): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => onOneLine(item, notation)).join(', ')}]`
  if (!isObject(value)) return notation.word(value)
  const fields = Object.entries(value).map(
    ([name, inner]) => notation.word(name) + notation.colon + onOneLine(inner, notation),
  )
  return notation.braces[0] + fields.join(', ') + notation.braces[1]
}
