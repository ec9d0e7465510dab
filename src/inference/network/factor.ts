/**
 * A sparse function of some variables: the combinations of their values at which it is not 0.
 * Guarantees: no row of 0; each combination at most once.
 */
import type { Variable } from '../planning/factor-shape.js'
import type { Numbers } from './numbers.js'

export interface Factor<N> {
  readonly variables: readonly Variable[]
  /** For each variable, the place of its value in each row. */
  readonly columns: readonly Int32Array[]
  readonly values: readonly N[]
}

/** @param places of the values of each row, one row after the other @param listed the factor's value in each row */
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
