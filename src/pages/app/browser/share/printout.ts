/** What a view puts on paper. */
import type { Child } from '../dom.js'

export interface Printout {
  readonly content: readonly Child[]
  /** Resolves when its pictures are drawn. */
  readonly whenDrawn: Promise<unknown>
}
