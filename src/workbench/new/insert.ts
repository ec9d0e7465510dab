/**
 * Adds an entry to a list or block of a rule file as text, preserving comments and layout.
 * Guarantees: the entry is the last under its key, in flow or block style; all other text stays unchanged.
 */

/** @param key top-level key @param item entry in flow style @param lines entry in block style */
export function insertUnder(text: string, key: string, item: string, lines: string): string {
  const head = new RegExp(`^${key}:(.*)$`, 'm').exec(text)
  if (head === null) return `${text.trimEnd()}\n${key}:\n${lines}\n`
  const from = head.index + head[0].length
  const next = /\n(?=[^\s#])/.exec(text.slice(from))
  const end = next === null ? text.length : from + next.index
  const body = text.slice(from, end)
  const whole = `${head[1] ?? ''}${body}`
  const value = whole.replace(/^[ \t]*#.*$/gm, '').trim()
  if (/^(\[\s*\]|\{\s*\})$/.test(value)) {
    const comments = whole.replace(/^[ \t]*(\[\s*\]|\{\s*\})[ \t]*$/m, '').trimEnd()
    return `${text.slice(0, head.index)}${key}:${comments}\n${lines}${text.slice(end)}`
  }
  if (value.startsWith('[')) {
    const start = head.index + key.length + 1
    const closing = text.lastIndexOf(']', end)
    const before = text.slice(start, closing).replace(/,?\s*$/, '')
    return `${text.slice(0, start)}${before}, ${item}${text.slice(closing)}`
  }
  // Comments and empty lines at the end belong to the next key.
  const kept = body.replace(/(\n[ \t]*(#[^\n]*)?)+$/, '')
  return `${text.slice(0, from)}${kept}\n${lines}${body.slice(kept.length)}${text.slice(end)}`
}
