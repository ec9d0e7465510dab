/**
 * Which language to answer in when the request's fields do not say: Accept-Language, else the default.
 * Guarantees: always one of the languages the rules name; a header that cannot be read changes nothing.
 * Source: RFC 9110 12.5.4 (quality values), RFC 4647 3.4 (lookup: `fr-CA` finds `fr`).
 */
import { findLanguage } from '../../coats/request/language-tag.js'

/** @param header as sent, @param languages known codes, @param otherwise the default, one of them */
export function negotiateLanguage(
  header: string | undefined,
  languages: readonly string[],
  otherwise: string,
): string {
  if (header === undefined) return otherwise
  const ranges = header
    .split(',', 32)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2)
      return { range: range.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .sort((a, b) => b.quality - a.quality)
  for (const { range } of ranges) {
    if (range === '*') return otherwise
    const found = findLanguage(range, languages)
    if (found !== undefined) return found
  }
  return otherwise
}
