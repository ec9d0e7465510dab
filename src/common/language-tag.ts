/**
 * Matches a language tag to a known language: `EN` and `en-US` find `en`, `fr-ca` finds `fr`.
 * Source: RFC 4647 section 3.4 (lookup). Guarantees: the most specific known language, or undefined.
 */

/** A tag as in `Accept-Language`, or with `_` as in operating-system locales. */
const LANGUAGE_TAG = /^[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*$/i

/** Normalizes a tag for `findLanguage`; '' if the text is not a tag. */
export function tagOf(text: string): string {
  return LANGUAGE_TAG.test(text) ? text.toLowerCase().replaceAll('_', '-') : ''
}

/** @param tag in lower case, separated by `-` @param languages known codes */
export function findLanguage(tag: string, languages: readonly string[]): string | undefined {
  for (let wanted = tag; wanted !== ''; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('-')))) {
    const found = languages.find((language) => language.toLowerCase() === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** JSON Schema pattern for `lang`. Schemas have no case-insensitive flag, so each letter becomes a class. */
export function tagPattern(languages: readonly string[]): string {
  const anyCase = (letter: string): string =>
    letter === '-' ? '[-_]' : `[${[...new Set([letter.toLowerCase(), letter.toUpperCase()])].join('')}]`
  const codes = languages.map((code) => [...code].map(anyCase).join(''))
  return `^(?:${codes.join('|')})(?:[-_][A-Za-z0-9]{1,8})*$`
}
