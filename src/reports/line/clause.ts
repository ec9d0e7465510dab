/** One clause of a line. */
import type { WordKind } from '../vocabulary/terms.js'
import type { Item } from './item.js'

export type ItemOf<Kind extends Item['kind']> = Extract<Item, { readonly kind: Kind }>

export interface Clause {
  readonly labels: readonly ItemOf<'label'>[]
  readonly values: readonly ItemOf<'value'>[]
  /** In the order of the line, with labels between them counted. */
  readonly words: readonly {
    readonly kind: WordKind
    readonly afterLabels: number
    readonly afterValues: number
  }[]
  readonly lones: readonly ItemOf<'lone'>[]
  readonly unknowns: readonly ItemOf<'unknown'>[]
  /** A sign between label and result. */
  readonly links: readonly string[]
  readonly hasComma: boolean
  /** "or" between two labels, words or results. */
  readonly isEither: boolean
  readonly start: number
  readonly end: number
}

export type Draft = {
  -readonly [Key in keyof Clause]: Clause[Key] extends readonly (infer One)[] ? One[] : Clause[Key]
}

/** Kinds of words that are results. */
export const RESULTS: readonly WordKind[] = ['absent', 'once', 'twice', 'same', 'present', 'untested']

/** More results in one clause are not told apart. */
export const MAX_VALUES = 8

export function isSignificant(item: Item): boolean {
  if (item.kind === 'word') return RESULTS.includes(item.word)
  return item.kind === 'label' || item.kind === 'value' || item.kind === 'lone'
}
