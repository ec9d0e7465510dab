/**
 * Parts of rows that stood in a row which was checked as a whole. They outlive an answer, since they read the same in all.
 * Guarantees: bounded; nothing is in it that no check has seen (row-writer.ts).
 */
import { createBoundedMap, type BoundedMap } from '../../model/memo.js'

/** What stands around a row's percentage and genes: its coat, and what is said of its viability. */
export interface Frame {
  /** Up to the percentage. */
  readonly before: Uint8Array
  /** After the genes, the closing brace included. */
  readonly after: Uint8Array
}

/** In one language. */
export interface CheckedParts {
  /** By the coat's key. */
  readonly frames: BoundedMap<string, Frame>
  /** A gene with its alleles, by the list of these that an interned genotype has. */
  readonly genes: WeakMap<readonly string[], string>
  /** By text, as bytes. */
  readonly percentages: BoundedMap<string, Uint8Array>
  /** Counts of genotypes, by text. */
  readonly counts: BoundedMap<string, true>
}

/** Some hundred bytes each. */
const MOST_FRAMES = 20_000
const MOST_PERCENTAGES = 4_096

export function createCheckedParts(): CheckedParts {
  return {
    frames: createBoundedMap(MOST_FRAMES),
    genes: new WeakMap(),
    percentages: createBoundedMap(MOST_PERCENTAGES),
    counts: createBoundedMap(MOST_PERCENTAGES),
  }
}
