/**
 * Keys of tally states: the node that each table's diagram stands at, packed into one value for a Map.
 * Guarantees: different nodes, different keys, however many tables there are.
 */

/** A move: table `table` goes from whatever node it is at to the node that stands there in `to`. */
export interface Move {
  readonly table: number
  readonly to: readonly number[]
}

export interface StateKeys {
  readonly start: StateKey
  readonly moved: (key: StateKey, moves: readonly Move[]) => StateKey
  readonly nodeAt: (key: StateKey, table: number) => number
}

export type StateKey = number | string

/** @param sizes how many nodes each table's diagram has at most */
export function createStateKeys(sizes: readonly number[]): StateKeys {
  const product = sizes.reduce((all, size) => all * size, 1)
  return product <= Number.MAX_SAFE_INTEGER ? numberKeys(sizes) : textKeys(sizes.length)
}

/** Mixed-radix numbers: fast, and exact as long as they stay below 2^53. */
function numberKeys(sizes: readonly number[]): StateKeys {
  const strides = sizes.map((_, i) => sizes.slice(0, i).reduce((product, size) => product * size, 1))
  const nodeAt = (key: StateKey, table: number): number =>
    Math.floor((key as number) / (strides[table] ?? 1)) % (sizes[table] ?? 1)
  return {
    start: 0,
    nodeAt,
    moved: (key, moves) => {
      let to = key as number
      for (const move of moves) {
        const node = nodeAt(key, move.table)
        to += ((move.to[node] ?? 0) - node) * (strides[move.table] ?? 1)
      }
      return to
    },
  }
}

/** One character a table: for rule sets whose nodes no longer fit into a number. */
function textKeys(tables: number): StateKeys {
  const nodeAt = (key: StateKey, table: number): number => (key as string).charCodeAt(table)
  return {
    start: String.fromCharCode(...new Array<number>(tables).fill(0)),
    nodeAt,
    moved: (key, moves) => {
      const codes = Array.from(key as string, (_, table) => nodeAt(key, table))
      for (const move of moves) codes[move.table] = move.to[codes[move.table] ?? 0] ?? 0
      return String.fromCharCode(...codes)
    },
  }
}
