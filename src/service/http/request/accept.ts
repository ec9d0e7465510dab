/**
 * What a client accepts, of what there is: the language of an answer where the request's fields do not say, the coding of
 * a large one, and whether it asks for a page.
 * Guarantees: always one of the languages the rules name; a header that cannot be read changes nothing; a language that
 * is refused (`q=0`) is given only where nothing else is asked for; a coding that is not accepted is never chosen.
 * Source: RFC 9110 12.5 (quality values), RFC 4647 3.4 (lookup: `fr-CA` finds `fr`).
 */
import { findLanguage } from '../../../common/language-tag.js'

/** Nobody means more. */
const MOST_RANGES = 32

/** Ranges in small letters, a language, a coding, a type or `*`, with their qualities. */
function acceptedBy(header: string) {
  return header
    .toLowerCase()
    .split(',', MOST_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { range, quality: quality === undefined ? 1 : Number(quality) }
    })
}

/** @param header Accept-Language, @param languages known codes, @param otherwise the default, one of them */
export function negotiateLanguage(
  header: string | undefined,
  languages: readonly string[],
  otherwise: string,
): string {
  if (header === undefined) return otherwise
  const ranges = [...acceptedBy(header)].sort((a, b) => b.quality - a.quality)
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

/** Whether the client names this very type, as browsers do; programs that did not think of it take anything. */
export function acceptsType(header = '', type: string): boolean {
  return acceptedBy(header).some(({ range, quality }) => range === type && quality > 0)
}

export type ContentCoding = 'br' | 'gzip'

/** The coding to answer in, the client's first choice; undefined where none of ours is accepted. @param header Accept-Encoding */
export function codingFor(header = ''): ContentCoding | undefined {
  const accepted = new Map(acceptedBy(header).map(({ range, quality }) => [range, quality]))
  const quality = (coding: string): number => accepted.get(coding) ?? accepted.get('*') ?? 0
  return (['br', 'gzip'] as const)
    .filter((coding) => quality(coding) > 0 && quality(coding) >= (accepted.get('identity') ?? 0))
    .sort((one, other) => quality(other) - quality(one))[0]
}
