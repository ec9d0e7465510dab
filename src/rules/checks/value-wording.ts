/**
 * Says where something stands and what it is, in words that need no knowledge of types.
 * Guarantees: short, whatever the value.
 */

/** Longer texts are cut: a fault names its place anyway. */
const SHOWN = 40

/** `"fraction"`, `item 2 of "order"`, or `the file`. */
export function subjectOf(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.at(-1)
  if (last === undefined) return 'the file'
  return /^\d+$/.test(last) ? `item ${Number(last) + 1} of "${steps.at(-2) ?? ''}"` : `"${last}"`
}

/** `the text "foo"`, `the number 21`, `a list of 3`, `a block of keys`, `empty`. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${cut(value)}"`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return `the truth value ${value}`
  if (Array.isArray(value)) return describeList(value)
  return Object.keys(value).length === 0 ? 'an empty block' : 'a block of keys'
}

/** A list of the length of a pair is described word by word. */
function describeList(list: readonly unknown[]): string {
  if (list.length === 0) return 'an empty list'
  if (list.length > 2 || list.some((item) => typeof item === 'object')) return `a list of ${list.length}`
  return `a list of ${list.map(describe).join(' and ')}${list.length === 1 ? ' alone' : ''}`
}

/** The phrase up to its colon, which is enough to say what to do; a colon inside braces is YAML. */
export function withoutExplanation(phrase: string): string {
  return /^([^{]*?): /.exec(phrase)?.[1] ?? phrase
}

/** `"has" and "none_of"` */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' and ')
}

function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
