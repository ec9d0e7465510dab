/**
 * Numbers of rows of factors, and of rows that agree in some variables, counted locus by locus without building them.
 * Guarantees: upper bounds; exact if no phase is declared and no recombination fraction is 0.
 */
import type { Rectangle } from '../facts/genotype-sets.js'
import type { ClassPairs } from './class-pairs.js'
import type { HaplotypeSpace } from './haplotype-space.js'

/** Row counts of a factor at one place. */
export interface RowCount {
  readonly rows: number
  /** Maximum number of rows that agree in these columns. */
  readonly rowsSharing: (columns: readonly number[]) => number
}

export type RowCounts = Readonly<ReturnType<typeof createRowCounts>>

/** Memoized: animals with the same facts are counted once. */
export function createRowCounts({ places, classes }: HaplotypeSpace) {
  const known = new Map<object, Map<object | string, RowCount>>()
  const countOnce = (first: object, second: object | string, make: () => RowCount): RowCount => {
    const counts = known.get(first) ?? new Map<object | string, RowCount>()
    known.set(first, counts)
    const count = counts.get(second) ?? make()
    counts.set(second, count)
    return count
  }
  return {
    /** By place: an animal's two classes. @param within optional restriction to this rectangle */
    ofPairs: (own: readonly ClassPairs[], within?: Rectangle): readonly RowCount[] =>
      own.map(({ list, place, count }) => {
        const { locus, copies } = places[place] as (typeof places)[number]
        const allowed = within?.get(locus.index)
        return countOnce(list, allowed ?? 'all', () => {
          const copyAt = (alleleClass: number): number => classes[place]?.[alleleClass]?.copies[0] ?? 0
          const rows =
            allowed === undefined
              ? list
              : list.filter((pair) => {
                  const [a, b] = [Math.floor(pair / count), pair % count]
                  return allowed[copyAt(a) * copies.length + copyAt(b)] !== 0
                })
          return rowCount(rows.length, 2, count, (see) => {
            for (const pair of rows) see(Math.floor(pair / count), pair % count, 0)
          })
        })
      }),
    /** By place: the class inherited from a parent, and the parent's two classes. */
    ofGametes: (
      own: readonly ClassPairs[],
      side: 0 | 1,
      parents: readonly ClassPairs[],
    ): readonly RowCount[] =>
      own.map(({ sides, count }, p) => {
        const { list } = parents[p] as ClassPairs
        return countOnce(list, sides[side], () => {
          const isTaken = new Uint8Array(count)
          for (const alleleClass of sides[side]) isTaken[alleleClass] = 1
          let rows = 0
          for (const pair of list) {
            const [a, b] = [Math.floor(pair / count), pair % count]
            rows += (isTaken[a] ?? 0) + (a === b ? 0 : (isTaken[b] ?? 0))
          }
          return rowCount(rows, 3, count, (see) => {
            for (const pair of list) {
              const [a, b] = [Math.floor(pair / count), pair % count]
              if (isTaken[a] === 1) see(a, a, b)
              if (a !== b && isTaken[b] === 1) see(b, a, b)
            }
          })
        })
      }),
  }
}

/** Calls `see` with each row of two or three columns. */
type EachRow = (see: (first: number, second: number, third: number) => void) => void

/**
 * @param width number of columns of the rows, which are all different
 * @param values number of values of each column
 */
function rowCount(rows: number, width: 2 | 3, values: number, each: EachRow): RowCount {
  const known = new Map<string, number>()
  return {
    rows,
    rowsSharing: (columns) => {
      if (rows === 0 || columns.length === 0) return rows
      if (columns.length === width) return 1
      const key = columns.join()
      const most = known.get(key) ?? mostSharing(columns, values, each)
      known.set(key, most)
      return most
    },
  }
}

/** @param columns one or two */
function mostSharing(columns: readonly number[], values: number, each: EachRow): number {
  const [one = 0, other] = columns
  const counts = new Int32Array(other === undefined ? values : values * values)
  let most = 0
  each((first, second, third) => {
    const valueAt = (column: number): number => (column === 0 ? first : column === 1 ? second : third)
    const cell = other === undefined ? valueAt(one) : valueAt(one) * values + valueAt(other)
    const count = (counts[cell] ?? 0) + 1
    counts[cell] = count
    if (count > most) most = count
  })
  return most
}
