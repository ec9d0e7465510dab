/**
 * A sparse function of some variables: the combinations of values with a nonzero function value.
 * Guarantees: no row is 0; each combination occurs at most once.
 */
import type { Variable } from '../planning/factor-shape.js'
import type { Numbers } from './numbers.js'

export interface Factor<N> {
  readonly variables: readonly Variable[]
  /** For each variable, the index of its value in each row. */
  readonly columns: readonly Int32Array[]
  readonly values: readonly N[]
}

/** @param places value indices of all rows, row by row @param listed the function value of each row */
export function factorFrom<N>(
  numbers: Numbers<N>,
  variables: readonly Variable[],
  places: readonly number[],
  listed: readonly N[],
): Factor<N> {
  const values = numbers.array(listed.length)
  for (let row = 0; row < listed.length; row++) values[row] = listed[row] as N
  const columns = variables.map((_, v) => {
    const column = new Int32Array(listed.length)
    for (let row = 0; row < column.length; row++) column[row] = places[row * variables.length + v] ?? 0
    return column
  })
  return { variables, columns, values }
}
