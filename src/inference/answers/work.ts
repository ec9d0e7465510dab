/**
 * Pieces of work as one, and the order in which shares and pairs are listed.
 */
import type { Pair } from '../../genetics/genotype.js'
import { compareCopies } from '../../genetics/locus.js'
import type { Work } from '../answer.js'

export interface Piece<Part> {
  readonly operations: number
  readonly mostEntangled?: number | undefined
  readonly run: () => Part
}

/** @param join makes the answer of what the pieces answer */
export function together<Part, Answer>(
  pieces: readonly Piece<Part>[],
  join: (parts: readonly Part[]) => Answer,
): Work<Answer> {
  const [first] = [...pieces]
    .filter(({ mostEntangled }) => mostEntangled !== undefined)
    .sort((a, b) => b.operations - a.operations)
  return {
    operations: Math.min(
      Number.MAX_SAFE_INTEGER,
      Math.ceil(pieces.reduce((sum, { operations }) => sum + operations, 0)),
    ),
    ...(first?.mostEntangled === undefined ? {} : { mostEntangled: first.mostEntangled }),
    run: () => join(pieces.map((piece) => piece.run())),
  }
}

/** Most probable first; what differs by less than rounding can is equal. */
export function compareShares(a: number, b: number): number {
  return Number(b.toPrecision(12)) - Number(a.toPrecision(12))
}

export function comparePairs(a: Pair, b: Pair): number {
  return compareCopies(a[0], b[0]) || compareCopies(a[1], b[1])
}
