/**
 * Content negotiation (negotiator): default language of an answer, content coding, and whether the client accepts HTML.
 * Guarantees: the language is one that the rules have, with a default; a language or coding that the client refuses (`q=0`) is
 * not used while another one is acceptable; the work is bounded for any header.
 */
import Negotiator from 'negotiator'

/** Negotiation compares every range with every choice, so a header of 16 kB would hold the event loop for milliseconds. */
const MAX_RANGES = 32

type Field = 'accept' | 'accept-encoding' | 'accept-language'

/** @types/negotiator lacks the second parameter. */
interface PreferredEncoding {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined
}

function negotiator(field: Field, header: string | undefined): Negotiator & PreferredEncoding {
  const ranges = header?.toLowerCase().split(',', MAX_RANGES).join(',')
  return new Negotiator({ headers: { [field]: ranges } })
}

/** @param header Accept-Language @param languages known codes @param otherwise the default, one of them */
export function negotiateLanguage(
  header: string | undefined,
  languages: readonly string[],
  otherwise: string,
): string {
  if (header === undefined) return otherwise
  // A tie, such as `*`, goes to the first.
  const available = [otherwise, ...languages.filter((each) => each !== otherwise)]
  return negotiator('accept-language', header).language(available) ?? otherwise
}

/** Whether the client names this exact type, as browsers do. Other clients send a wildcard. */
export function acceptsType(header = '', type: string): boolean {
  return negotiator('accept', header).mediaTypes().includes(type)
}

export type ContentCoding = 'br' | 'gzip'

const CODINGS: readonly ContentCoding[] = ['br', 'gzip']

/** The client's preferred coding of ours; undefined for an answer without coding. @param header Accept-Encoding */
export function codingFor(header?: string): ContentCoding | undefined {
  const coding = negotiator('accept-encoding', header).encoding([...CODINGS, 'identity'], {
    preferred: CODINGS,
  })
  return CODINGS.find((each) => each === coding)
}
