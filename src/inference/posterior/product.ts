/**
 * The product of two factors, summed over the variables that are not kept.
 * Guarantees: exact up to rounding; no row is 0.
 */
import type { Factor } from '../network/factor.js'
import type { Numbers } from '../network/numbers.js'
import type { Variable } from '../planning/factor-shape.js'

/** Numbers the combinations of values: `of` gives each row's contribution from some of its variables. */
function keysOver(
  variables: readonly Variable[],
  sizes: Float64Array,
): {
  readonly cells: number
  readonly of: (some: readonly Variable[], factor: Factor<unknown>) => Float64Array
} {
  let cells = 1
  const strides = new Map<Variable, number>()
  for (const variable of variables) {
    strides.set(variable, cells)
    cells *= sizes[variable] ?? 1
  }
  const of = (some: readonly Variable[], factor: Factor<unknown>): Float64Array => {
    const keys = new Float64Array(factor.values.length)
    for (const variable of some) {
      const stride = strides.get(variable)
      const column = factor.columns[factor.variables.indexOf(variable)]
      if (stride === undefined || column === undefined) continue
      for (let row = 0; row < keys.length; row++) keys[row] = (keys[row] ?? 0) + stride * (column[row] ?? 0)
    }
    return keys
  }
  return { cells, of }
}

/** @param sizes number of values of each variable @param keep the variables of the result */
export function productOf<N>(
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
  // Variables of both factors contribute once, through `a`.
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
  const matching = Array.from(keys.of(shared, a), (key) => buckets.get(key))
  const products = matching.reduce((sum, bucket) => sum + (bucket?.length ?? 0), 0)
  // Sums go into an array with a cell per combination or, if that would be too large, into a map of occurring
  // combinations.
  // If nothing is summed out, each combination occurs once and neither is needed.
  const isSummed = keep.length < a.variables.length + b.variables.length - shared.length
  const isDense = isSummed && kept.cells <= Math.min(MAX_CELLS, CELLS_PER_PRODUCT * (products + 64))
  const slots = new Map<number, number>()
  const listed = new Float64Array(isDense || isSummed ? 0 : products)
  const sums = numbers.array(isDense ? kept.cells : products)
  let next = 0
  for (let row = 0; row < matching.length; row++) {
    const bucket = matching[row]
    if (bucket === undefined) continue
    const [key, weight] = [partsOfA[row] ?? 0, a.values[row] as N]
    for (let i = 0; i < bucket.length; i++) {
      const other = bucket[i] ?? 0
      const cell = key + (partsOfB[other] ?? 0)
      let slot = cell
      if (!isDense) {
        slot = isSummed ? (slots.get(cell) ?? slots.size) : next++
        if (isSummed) slots.set(cell, slot)
        else listed[slot] = cell
      }
      sums[slot] = plus(sums[slot] as N, times(weight, b.values[other] as N))
    }
  }
  const cellOf = isDense ? undefined : isSummed ? [...slots.keys()] : listed
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

/** Limits of the array: cells in total, and cells per product added to it. */
const MAX_CELLS = 2 ** 22
const CELLS_PER_PRODUCT = 8
