/**
 * One fact of a question, as what it allows.
 */
import type { DeclaredAllele } from '../../genetics/haplotype.js'
import type { FractionRow } from '../../model/model.js'
import type { FactPlace } from '../answer.js'
import type { Options } from './coats-seen.js'

export interface Fact {
  readonly place: FactPlace
  /** Of a test: the locus, and copy × copy → 1 where it allows the pair. */
  readonly test?: { readonly locus: number; readonly allowed: Uint8Array }
  /** Of each list one rectangle holds. */
  readonly constraints: readonly Options[]
  readonly together?: ReadonlyMap<number, readonly DeclaredAllele[]>
  /** No fact at all, but a condition of which one or the other holds (crossings.ts). */
  readonly crossing?: FractionRow['when'][number]
}
