/**
 * A population: how frequent the copies of each locus are among animals of which nothing is known.
 * Guarantees: plain data; the frequencies of a locus sum to exactly 1.
 * Leaves to others: where they come from (rules/populations/, or a request), and what follows from them (inference/).
 */
import type { Copy } from '../genetics/locus.js'

export interface Population {
  readonly key: string
  readonly name: string
  /** Animals it was counted on; undefined where the source does not say. */
  readonly sampled: number | undefined
  /** By locus index; what a locus without an entry means is told by `others`. */
  readonly loci: ReadonlyMap<number, readonly CopyFrequency[]>
  /** A locus without numbers: nobody knows, or all animals are wild type. */
  readonly others: 'unstated' | 'wild-type'
}

export interface CopyFrequency {
  readonly copy: Copy
  readonly best: Ratio
  /** Ends of its interval. */
  readonly low: Ratio
  readonly high: Ratio
}

/** An exact number between 0 and 1. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}
