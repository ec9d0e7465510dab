/**
 * Pieces of work as one.
 */
import type { Work } from '../answer.js'

interface Piece<Part> {
  readonly operations: number
  readonly mostEntangled?: number | undefined
  readonly run: () => Part
}

/** @param join makes the answer of what the pieces answer */
export function together<Part, Answer>(
  pieces: readonly Piece<Part>[],
  join: (parts: readonly Part[]) => Answer,
): Work<Answer> {
  let [operations, most] = [0, -1]
  let mostEntangled: number | undefined
  for (const piece of pieces) {
    operations += piece.operations
    if (piece.operations > most && piece.mostEntangled !== undefined)
      [most, mostEntangled] = [piece.operations, piece.mostEntangled]
  }
  const run = (): Answer => join(pieces.map((piece) => piece.run()))
  return mostEntangled === undefined ? { operations, run } : { operations, mostEntangled, run }
}

export function mapped<Part, Answer>(work: Work<Part>, map: (part: Part) => Answer): Work<Answer> {
  return { ...work, run: () => map(work.run()) }
}
