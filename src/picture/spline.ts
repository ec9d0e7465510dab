/**
 * Thin-plate splines: landmarks in two shapes of one body → a smooth map of the plane that moves every landmark to its place
 * (Bookstein 1989). Three landmarks or more, not on one line.
 * Guarantees: bends as little as the landmarks allow; with landmarks that only move, turn or grow together it does the same.
 */

export type Point = readonly [number, number]
export type Move = (point: Point) => Point

/** @param landmarks each with its place before and after */
export function thinPlateSpline(landmarks: readonly (readonly [Point, Point])[]): Move {
  const places = landmarks.map(([before]) => before)
  const bend = (point: Point): readonly number[] => [
    ...places.map(([x, y]) => kernel((x - point[0]) ** 2 + (y - point[1]) ** 2)),
    1,
    ...point,
  ]
  const affine = [places.map(() => 1), places.map(([x]) => x), places.map(([, y]) => y)]
  const equations = [...places.map(bend), ...affine.map((row) => [...row, 0, 0, 0])]
  const weights = ([0, 1] as const).map((axis) =>
    solved(equations.map((row, index) => [...row, landmarks[index]?.[1][axis] ?? 0])),
  )
  return (point) => {
    const terms = bend(point)
    const [x = 0, y = 0] = weights.map((each) =>
      each.reduce((sum, weight, at) => sum + weight * (terms[at] ?? 0), 0),
    )
    return [x, y]
  }
}

/** Root mean square distance from the centre, after ÷ before. */
export function growthOf(landmarks: readonly (readonly [Point, Point])[]): number {
  const [before, after] = ([0, 1] as const).map((side) => spread(landmarks.map((pair) => pair[side])))
  return (after ?? 1) / (before ?? 1)
}

function spread(points: readonly Point[]): number {
  const squares = ([0, 1] as const).map((axis) => {
    const mean = points.reduce((sum, point) => sum + point[axis], 0) / points.length
    return points.reduce((sum, point) => sum + (point[axis] - mean) ** 2, 0)
  })
  return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / points.length)
}

function kernel(square: number): number {
  return square === 0 ? 0 : square * Math.log(square)
}

/** Solves linear equations by Gaussian elimination. @param rows each with its right side last */
function solved(rows: readonly (readonly number[])[]): readonly number[] {
  const left = rows.map((row) => [...row])
  for (let at = 0; at < left.length; at++) {
    const below = left.slice(at).map((row) => Math.abs(row[at] ?? 0))
    const best = at + below.indexOf(Math.max(...below))
    const pivot = left[best] ?? []
    left[best] = left[at] ?? []
    left[at] = pivot
    for (const [index, row] of left.entries()) {
      if (index === at) continue
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
    }
  }
  return left.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}
