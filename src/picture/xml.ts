/**
 * Writes SVG elements as text.
 * Guarantees: the text is well-formed, whatever a name, title or value contains.
 */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Omits attributes that are undefined. @param inside is inserted unescaped */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  inside = '',
): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : ` ${key}="${escaped(String(value))}"`))
    .join('')
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

export function escaped(text: string): string {
  // XML cannot represent the other control characters.
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"]/g, (each) => ESCAPES[each] ?? each)
}
