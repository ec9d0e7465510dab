/** One item of a line. */
import type { SignText } from '../results/values.js'
import type { LabelTarget, WordKind } from '../vocabulary/terms.js'

export type Item = ItemContent & {
  /** Indices of characters in the line. */
  readonly start: number
  readonly end: number
  readonly isInBrackets: boolean
}

export type ItemContent =
  /** With its text, if that is a sign too. */
  | { readonly kind: 'label'; readonly targets: readonly LabelTarget[]; readonly sign: string | undefined }
  | { readonly kind: 'word'; readonly word: WordKind }
  | { readonly kind: 'value'; readonly written: SignText }
  /** A word that is a sign of some test. */
  | { readonly kind: 'lone'; readonly sign: string }
  /** Parts label and result: a colon, a dash, a column. */
  | { readonly kind: 'link'; readonly sign: string }
  | { readonly kind: 'comma' }
  | { readonly kind: 'end' }
  /** Ends a clause that is complete, or parts the columns of a table. */
  | { readonly kind: 'semicolon' }
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'unknown'; readonly text: string; readonly isSign: boolean }

/** What stands at a place, and the index behind it. */
export interface Found {
  readonly contents: readonly ItemContent[]
  readonly to: number
}
