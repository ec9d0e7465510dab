/**
 * What every author-written thing has: its place, and where it stands on sources, which.
 */
import type { RuleYaml } from '../file-types.js'

/** Where something is written: file relative to the rules folder's parent, line and column from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * Where the words of a row or file stand that can turn out unknown; read by word-places.ts. One text and not a table of
 * places, since thousands of small objects would be copied and frozen at every reload.
 */
export type WordPlaces = string

/** Something that an author wrote. */
export interface AtPlace {
  readonly place: Place
}

/** Something whose words have places (yaml/word-places.ts). */
export interface Placed extends AtPlace {
  readonly words: WordPlaces
}

/** Something that stands on sources. */
export interface Sourced extends Required<Pick<RuleYaml, 'cite' | 'verified'>> {
  /** Day (YYYY-MM-DD) from which it should be looked at again. */
  readonly reviewBy?: string
}
