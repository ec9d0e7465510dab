/**
 * A sparse function of some variables: the combinations of their values at which it is not 0.
 * Guarantees: no row of 0; each combination at most once.
 */
import type { Numbers } from './numbers.js'

/** Place of a variable among those of a network. */
export type Variable = number

export interface Factor<N> {
  readonly variables: readonly Variable[]
  /** For each variable, the place of its value in each row. */
  readonly columns: readonly Int32Array[]
  readonly values: readonly N[]
}

/** From its rows, one after the other. @param places of each row's values @param listed what the factor is there */
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

/** A number for each combination of values: by row of a factor, what its own variables among these contribute. */
function keysOver(
  variables: readonly Variable[],
  sizes: Float64Array,
): {
  readonly cells: number
  readonly of: (own: readonly Variable[], factor: Factor<unknown>) => Float64Array
} {
  let cells = 1
  const strides = new Map<Variable, number>()
  for (const variable of variables) {
    strides.set(variable, cells)
    cells *= sizes[variable] ?? 1
  }
  const of = (own: readonly Variable[], factor: Factor<unknown>): Float64Array => {
    const keys = new Float64Array(factor.values.length)
    for (const variable of own) {
      const stride = strides.get(variable)
      const column = factor.columns[factor.variables.indexOf(variable)]
      if (stride === undefined || column === undefined) continue
      for (let row = 0; row < keys.length; row++) keys[row] = (keys[row] ?? 0) + stride * (column[row] ?? 0)
    }
    return keys
  }
  return { cells, of }
}

/**
 * The product of two factors, summed over all that is not kept.
 * @param sizes how many values each variable has @param keep the variables of the result
 */
export function joined<N>(
  numbers: Numbers<N>,
  sizes: Float64Array,
  a: Factor<N>,
  b: Factor<N>,
  keep: readonly Variable[],
): Factor<N> {
  const { plus, times } = numbers
  const shared = b.variables.filter((variable) => a.variables.includes(variable))
  const keys = keysOver(shared, sizes)
  const kept = keysOver(keep, sizes)
  const partsOfA = kept.of(a.variables, a)
  // What both have counts once.
  const partsOfB = kept.of(
    b.variables.filter((variable) => !shared.includes(variable)),
    b,
  )
  const buckets = new Map<number, number[]>()
  keys.of(shared, b).forEach((key, row) => {
    const bucket = buckets.get(key)
    if (bucket === undefined) buckets.set(key, [row])
    else bucket.push(row)
  })
  const meeting = Array.from(keys.of(shared, a), (key) => buckets.get(key))
  const products = meeting.reduce((sum, bucket) => sum + (bucket?.length ?? 0), 0)
  // Sums are kept in an array with a cell for each possible combination, or, where that is too large, in a map of those
  // that occur. Where nothing is summed, each occurs once and neither is needed.
  const isSummed = keep.length < a.variables.length + b.variables.length - shared.length
  const isDense = isSummed && kept.cells <= Math.min(MOST_CELLS, CELLS_A_PRODUCT * (products + 64))
  const slots = new Map<number, number>()
  const met = new Float64Array(isDense || isSummed ? 0 : products)
  const sums = numbers.array(isDense ? kept.cells : products)
  let next = 0
  for (let row = 0; row < meeting.length; row++) {
    const bucket = meeting[row]
    if (bucket === undefined) continue
    const [key, weight] = [partsOfA[row] ?? 0, a.values[row] as N]
    for (let i = 0; i < bucket.length; i++) {
      const other = bucket[i] ?? 0
      const cell = key + (partsOfB[other] ?? 0)
      let slot = cell
      if (!isDense) {
        slot = isSummed ? (slots.get(cell) ?? slots.size) : next++
        if (isSummed) slots.set(cell, slot)
        else met[slot] = cell
      }
      sums[slot] = plus(sums[slot] as N, times(weight, b.values[other] as N))
    }
  }
  const cellOf = isDense ? undefined : isSummed ? [...slots.keys()] : met
  const [cells, from]: [number[], number[]] = [[], []]
  for (let slot = 0; slot < (cellOf ?? sums).length; slot++) {
    if (numbers.isZero(sums[slot] as N)) continue
    cells.push(cellOf?.[slot] ?? slot)
    from.push(slot)
  }
  const values = numbers.array(cells.length)
  from.forEach((each, row) => (values[row] = sums[each] as N))
  let stride = 1
  const columns = keep.map((variable) => {
    const [below, size] = [stride, sizes[variable] ?? 1]
    stride *= size
    return Int32Array.from(cells, (cell) => Math.floor(cell / below) % size)
  })
  return { variables: keep, columns, values }
}

/** The array has at most so many cells, and at most so many for each product that is added up in it. */
const MOST_CELLS = 2 ** 22
const CELLS_A_PRODUCT = 8
