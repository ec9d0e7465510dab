/**
 * Which known language a tag asks for: `EN` and `en-US` find `en`, `fr-ca` finds `fr`.
 * Source: RFC 4647 3.4 (lookup). Guarantees: the most particular language that the tag names, or none.
 */

/** As `Accept-Language` writes a language, or with `_` as locales of operating systems do. */
const LANGUAGE_TAG = /^[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*$/i

/** What was written, as `findLanguage` takes it; '' for what is no tag. */
export function tagOf(text: string): string {
  return LANGUAGE_TAG.test(text) ? text.toLowerCase().replaceAll('_', '-') : ''
}

/** @param tag in small letters, parted by `-` @param languages known codes */
export function findLanguage(tag: string, languages: readonly string[]): string | undefined {
  for (let wanted = tag; wanted !== ''; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('-')))) {
    const found = languages.find((language) => language.toLowerCase() === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** What `lang` may be, as a JSON Schema pattern, which cannot say "in any case" otherwise. */
export function tagPattern(languages: readonly string[]): string {
  const anyCase = (letter: string): string =>
    letter === '-' ? '[-_]' : `[${[...new Set([letter.toLowerCase(), letter.toUpperCase()])].join('')}]`
  const codes = languages.map((code) => [...code].map(anyCase).join(''))
  return `^(?:${codes.join('|')})(?:[-_][A-Za-z0-9]{1,8})*$`
}
