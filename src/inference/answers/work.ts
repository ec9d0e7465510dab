/**
 * Pieces of work as one, the order in which they are planned, and that in which shares and pairs are listed.
 */
import type { Pair } from '../../genetics/genotype.js'
import { compareCopies } from '../../genetics/locus.js'
import type { Work } from '../answer.js'
import type { Known } from '../facts/known.js'

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

/** What is asked of linkage groups, by how many haplotypes a group can have of copies that some table tells apart. */
export function largestFirst<Asked>(
  known: Known,
  asked: readonly Asked[],
  groupOf: (asked: Asked) => number,
): readonly Asked[] {
  const sizes = new Map(asked.map((each) => [each, sizeOf(known, groupOf(each))]))
  return [...asked].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
}

function sizeOf({ reading: { model, copies } }: Known, group: number): number {
  const loci = model.groups[group]?.loci ?? []
  return loci.reduce((product, { index }) => product * (copies[index]?.examples.length ?? 1), 1)
}
