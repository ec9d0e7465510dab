/**
 * JSON for people: what fits on a line stands on one, and long lists of objects show their beginning.
 * Guarantees: what is left out is marked where it is missing and counted; the rest is exact.
 */

/** JSON text, and how many elements of its lists are missing. */
export interface ShownJson {
  readonly text: string
  readonly leftOut: number
}

/** Columns that a phone shows without scrolling much. */
const LINE = 56

/** Elements of a list of objects, and of any other list, that are shown. */
const OBJECTS = 2
const OTHERS = 24

export function showJson(value: unknown): ShownJson {
  const count = { leftOut: 0 }
  const text = block(value, '', '', count)
  return { text, leftOut: count.leftOut }
}

function block(value: unknown, lead: string, indent: string, count: { leftOut: number }): string {
  const inline = onOneLine(value)
  if (!holdsObjects(value) && indent.length + lead.length + inline.length <= LINE) return lead + inline
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    const list = value as readonly unknown[]
    const most = list.some(isObject) ? OBJECTS : OTHERS
    const lines = list.slice(0, most).map((item) => block(item, '', deeper, count))
    const missing = list.length - lines.length
    count.leftOut += missing
    const note = missing === 0 ? [] : [`… ${missing} more`]
    return `${lead}[\n${[...lines, ...note].map((line) => deeper + line).join(',\n')}\n${indent}]`
  }
  if (!isObject(value)) return lead + inline
  const lines = Object.entries(value).map(
    ([name, inner]) => deeper + block(inner, `${JSON.stringify(name)}: `, deeper, count),
  )
  return `${lead}{\n${lines.join(',\n')}\n${indent}}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object, or a list with one anywhere inside: shown over several lines, unless there is nothing in it. */
function holdsObjects(value: unknown): boolean {
  return Array.isArray(value) ? value.some(holdsObjects) : isObject(value) && Object.keys(value).length > 0
}

function onOneLine(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map((item: unknown) => onOneLine(item)).join(', ')}]`
    : JSON.stringify(value)
}
