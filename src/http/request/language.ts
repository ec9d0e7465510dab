/**
 * Which language to answer in when the request's fields do not say: Accept-Language, else the default.
 * Guarantees: always one of the languages the rules name; a header that cannot be read changes nothing; a language that
 * is refused (`q=0`) is given only where nothing else is asked for.
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
    .sort((a, b) => b.quality - a.quality)
  const refused = ranges.filter(({ quality }) => quality === 0).map(({ range }) => range)
  const open = languages.filter((language) => !refused.includes(language.toLowerCase()))
  for (const { range, quality } of ranges) {
    // Not every number is a quality: NaN is none either.
    if (!(quality > 0 && quality <= 1)) continue
    const any = open.includes(otherwise) ? otherwise : open[0]
    const found = range === '*' ? any : findLanguage(range, open)
    if (found !== undefined) return found
  }
  return otherwise
}
