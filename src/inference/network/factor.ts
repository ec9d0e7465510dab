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

/** Up to so many cells sums are kept in an array with a cell for each combination there can be. */
const MOST_CELLS = 2 ** 22

/** Numbers a combination of values. */
interface Keys {
  readonly cells: number
  /** By row of a factor, its part of the number. */
  readonly of: (factor: {
    readonly variables: readonly Variable[]
    readonly columns: readonly Int32Array[]
  }) => Float64Array
}

function keysOver(variables: readonly Variable[], sizes: readonly number[]): Keys {
  let cells = 1
  const strides = new Map<Variable, number>()
  for (const variable of variables) {
    strides.set(variable, cells)
    cells *= sizes[variable] ?? 1
  }
  return {
    cells,
    of: ({ variables: own, columns }) => {
      const keys = new Float64Array(columns[0]?.length ?? 1)
      own.forEach((variable, v) => {
        const stride = strides.get(variable)
        const column = columns[v]
        if (stride === undefined || column === undefined) return
        for (let row = 0; row < keys.length; row++) keys[row] = (keys[row] ?? 0) + stride * (column[row] ?? 0)
      })
      return keys
    },
  }
}

/**
 * The product of two factors, summed over all that is not kept.
 * @param sizes how many values each variable has @param keep the variables of the result
 */
export function joined<N>(
  numbers: Numbers<N>,
  sizes: readonly number[],
  a: Factor<N>,
  b: Factor<N>,
  keep: readonly Variable[],
): Factor<N> {
  const shared = keysOver(
    b.variables.filter((variable) => a.variables.includes(variable)),
    sizes,
  )
  const kept = keysOver(keep, sizes)
  const partsOfA = kept.of(a)
  // What both have counts once.
  const own = b.variables.map((variable, v) => ({ variable, column: b.columns[v] as Int32Array }))
  const onlyB = own.filter(({ variable }) => !a.variables.includes(variable))
  const partsOfB =
    onlyB.length === 0
      ? new Float64Array(b.values.length)
      : kept.of({
          variables: onlyB.map(({ variable }) => variable),
          columns: onlyB.map(({ column }) => column),
        })
  const rowsOfB = indexed(shared, b)
  const wanted = shared.of(a)
  const sums = createSums(numbers, kept.cells)
  for (let row = 0; row < a.values.length; row++) {
    const bucket = rowsOfB(wanted[row] ?? 0)
    if (bucket === undefined) continue
    sums.addAll(partsOfA[row] ?? 0, a.values[row] as N, bucket, partsOfB, b.values)
  }
  return sums.factor(keep, sizes)
}

/** Rows by what they have in the shared variables. */
function indexed<N>(shared: Keys, factor: Factor<N>): (key: number) => Int32Array | undefined {
  const keys = shared.of(factor)
  const counts = new Map<number, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const buckets = new Map<number, { readonly rows: Int32Array; end: number }>()
  keys.forEach((key, row) => {
    const bucket = buckets.get(key) ?? { rows: new Int32Array(counts.get(key) ?? 0), end: 0 }
    buckets.set(key, bucket)
    bucket.rows[bucket.end++] = row
  })
  return (key) => buckets.get(key)?.rows
}

interface Sums<N> {
  readonly addAll: (
    key: number,
    weight: N,
    rows: Int32Array,
    parts: Float64Array,
    values: readonly N[],
  ) => void
  readonly factor: (variables: readonly Variable[], sizes: readonly number[]) => Factor<N>
}

function createSums<N>(numbers: Numbers<N>, cells: number): Sums<N> {
  return cells <= MOST_CELLS ? inCells(numbers, cells) : inMap(numbers)
}

function inCells<N>(numbers: Numbers<N>, cells: number): Sums<N> {
  const { plus, times } = numbers
  const sums = numbers.array(cells)
  return {
    addAll: (key, weight, rows, parts, values) => {
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] ?? 0
        const cell = key + (parts[row] ?? 0)
        sums[cell] = plus(sums[cell] as N, times(weight, values[row] as N))
      }
    },
    factor: (variables, sizes) => {
      const keys: number[] = []
      for (let cell = 0; cell < cells; cell++) if (!numbers.isZero(sums[cell] as N)) keys.push(cell)
      return factorOf(numbers, variables, sizes, keys, (key) => sums[key] as N)
    },
  }
}

function inMap<N>(numbers: Numbers<N>): Sums<N> {
  const { plus, times } = numbers
  const sums = new Map<number, N>()
  return {
    addAll: (key, weight, rows, parts, values) => {
      for (const row of rows) {
        const cell = key + (parts[row] ?? 0)
        const term = times(weight, values[row] as N)
        const known = sums.get(cell)
        sums.set(cell, known === undefined ? term : plus(known, term))
      }
    },
    factor: (variables, sizes) => {
      const keys = [...sums.keys()].filter((key) => !numbers.isZero(sums.get(key) as N))
      return factorOf(numbers, variables, sizes, keys, (key) => sums.get(key) as N)
    },
  }
}

function factorOf<N>(
  numbers: Numbers<N>,
  variables: readonly Variable[],
  sizes: readonly number[],
  keys: readonly number[],
  valueAt: (key: number) => N,
): Factor<N> {
  const columns = variables.map(() => new Int32Array(keys.length))
  const values = numbers.array(keys.length)
  keys.forEach((key, row) => {
    let rest = key
    variables.forEach((variable, v) => {
      const size = sizes[variable] ?? 1
      const digit = rest % size
      ;(columns[v] as Int32Array)[row] = digit
      rest = (rest - digit) / size
    })
    values[row] = valueAt(key)
  })
  return { variables, columns, values }
}

/** The most rows of a factor that agree in some of its variables. */
export function mostAlike<N>(
  factor: Factor<N>,
  shared: readonly Variable[],
  sizes: readonly number[],
): number {
  const own = factor.variables.filter((variable) => shared.includes(variable))
  if (own.length === 0) return factor.values.length
  if (own.length === factor.variables.length) return 1
  const counts = new Map<number, number>()
  let most = 0
  for (const key of keysOver(own, sizes).of(factor)) {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > most) most = count
  }
  return most
}

/** A factor from its rows. */
export function factorFrom<N>(
  numbers: Numbers<N>,
  variables: readonly Variable[],
  rows: readonly (readonly [places: readonly number[], value: N])[],
): Factor<N> {
  const columns = variables.map((_, v) => Int32Array.from(rows, ([places]) => places[v] ?? 0))
  const values = numbers.array(rows.length)
  rows.forEach(([, value], row) => (values[row] = value))
  return { variables, columns, values }
}
