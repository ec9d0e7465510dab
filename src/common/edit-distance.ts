/**
 * Damerau-Levenshtein distance in its restricted form (optimal string alignment). A swap of neighbours counts as one
 * edit because it is a common typing slip. Plain Levenshtein counts it as two, which would make a field such as
 * `ohters` too distant to be suggested.
 */

/** Number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  // Three rows of the matrix: row i, column j holds the distance between the first i letters of `a` and j of `b`.
  let [beforeLast, last, current] = [0, 0, 0].map(() => new Uint32Array(b.length + 1)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  for (let column = 0; column <= b.length; column++) last[column] = column
  for (let row = 1; row <= a.length; row++) {
    current[0] = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let edits = (last[column - 1] ?? 0) + (same ? 0 : 1)
      edits = Math.min(edits, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = edits
    }
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[b.length] ?? 0
}
