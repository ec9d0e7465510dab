/**
 * The rows of `passport` in a locale file: words that passports print, and the coats that they cover.
 * Guarantees: defaults are filled in; each word keeps its place.
 */
import type { Place } from '../diagnostic.js'
import type { LocaleYaml } from '../file-types.js'
import type { FileReading } from '../yaml/parsed-file.js'
import type { AtPlace } from '../yaml/word-places.js'

type PassportYaml = NonNullable<LocaleYaml['passport']>[number]

export interface PassportRow extends AtPlace {
  readonly words: readonly string[]
  readonly placesOfWords: readonly { readonly place: Place }[]
  /** Any of these; none where the word is a shade beside any colour. */
  readonly coats: readonly PassportCoat[]
  readonly isShade: boolean
  readonly verified: boolean
}

export interface PassportCoat {
  readonly has: readonly string[]
  readonly lacks: readonly string[]
  /** May be seen too: the other patterns of `any_of`. */
  readonly may: readonly string[]
  /** The patterns of `any_of`, one of which another word must name; empty where `has` holds one of them. */
  readonly needs: readonly string[]
  /** Whether the coat may show anything else; otherwise it is whole where a base colour is among `has`. */
  readonly isOpen: boolean
}

export function passportRow(
  file: Pick<FileReading<unknown>, 'placeOf' | 'report'>,
  { words, coats, any_of: anyOf, shade, verified }: PassportYaml,
  pointer: string,
): PassportRow {
  if (coats === undefined && anyOf === undefined && shade === undefined)
    file.report('PARSE', pointer, {
      what: 'these passport words have no meaning.',
      fix: 'add coats or any_of, or shade: true for a shade beside any colour.',
    })
  const stated = (coats ?? (anyOf ? [[]] : [])).map((coat): PassportCoat => {
    const { has = [], lacks = [] } = 'length' in coat ? { has: coat } : coat
    return { has, lacks, may: [], needs: [], isOpen: !('length' in coat) }
  })
  const withPatterns = (patterns: readonly string[]): readonly PassportCoat[] =>
    stated.flatMap((coat) => [
      ...patterns.map((token) => ({
        ...coat,
        has: [...coat.has, token],
        may: patterns.filter((other) => other !== token),
      })),
      { ...coat, needs: patterns },
    ])
  return {
    words,
    placesOfWords: words.map((_, index) => ({ place: file.placeOf(`${pointer}/words/${index}`) })),
    coats: anyOf === undefined ? stated : withPatterns(anyOf),
    isShade: shade ?? false,
    verified: verified ?? false,
    place: file.placeOf(pointer),
  }
}
