/**
 * How many rows a factor has, and how many of them agree in some variables, worked out locus by locus without making it.
 * Guarantees: upper bounds; exact where no phase is declared and no fraction is 0.
 */
import type { Rectangle } from '../facts/rectangles.js'
import type { LumpPairs } from './lump-pairs.js'
import type { GroupSpace } from './lumps.js'

/** What of several variables goes together at one place. */
export interface Support {
  readonly rows: number
  /** The most rows that agree in these columns. */
  readonly alike: (columns: readonly number[]) => number
}

export type Supports = Readonly<ReturnType<typeof createSupports>>

export function createSupports({ places, lumps }: GroupSpace) {
  const known = new Map<object, Map<object | string, Support>>()
  const supported = (first: object, second: object | string, make: () => Support): Support => {
    const own = known.get(first) ?? new Map<object | string, Support>()
    known.set(first, own)
    const support = own.get(second) ?? make()
    own.set(second, support)
    return support
  }
  return {
    /** By place: an animal's two lumps. @param within this rectangle, if there is one */
    ofPairs: (own: readonly LumpPairs[], within?: Rectangle): readonly Support[] =>
      own.map(({ list, place, count }) => {
        const { locus, copies } = places[place] as (typeof places)[number]
        const allowed = within?.get(locus.index)
        return supported(list, allowed ?? 'all', () => {
          const copyAt = (lump: number): number => lumps[place]?.[lump]?.copies[0] ?? 0
          const rows =
            allowed === undefined
              ? list
              : list.filter((pair) => {
                  const [a, b] = [Math.floor(pair / count), pair % count]
                  return allowed[copyAt(a) * copies.length + copyAt(b)] !== 0
                })
          return supportOf(rows.length, 2, count, (see) => {
            for (const pair of rows) see(Math.floor(pair / count), pair % count, 0)
          })
        })
      }),
    /** By place: what it has from a parent, and the parent's two. */
    ofGametes: (own: readonly LumpPairs[], side: 0 | 1, parents: readonly LumpPairs[]): readonly Support[] =>
      own.map(({ sides, count }, p) => {
        const { list } = parents[p] as LumpPairs
        return supported(list, sides[side], () => {
          const isTaken = new Uint8Array(count)
          for (const lump of sides[side]) isTaken[lump] = 1
          let rows = 0
          for (const pair of list) {
            const [a, b] = [Math.floor(pair / count), pair % count]
            rows += (isTaken[a] ?? 0) + (a === b ? 0 : (isTaken[b] ?? 0))
          }
          return supportOf(rows, 3, count, (see) => {
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

/** Goes through rows of two or three columns. */
type EachRow = (see: (first: number, second: number, third: number) => void) => void

/** @param width how many columns the rows have, all of them different @param values how many each column can hold */
function supportOf(rows: number, width: 2 | 3, values: number, each: EachRow): Support {
  const known = new Map<string, number>()
  return {
    rows,
    alike: (columns) => {
      if (rows === 0 || columns.length === 0) return rows
      if (columns.length === width) return 1
      const key = columns.join()
      const most = known.get(key) ?? mostAlike(columns, values, each)
      known.set(key, most)
      return most
    },
  }
}

/** @param columns one or two */
function mostAlike(columns: readonly number[], values: number, each: EachRow): number {
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
