/**
 * How many rows a factor has, and how many of them agree in some variables, worked out locus by locus without making it.
 * Guarantees: upper bounds; exact where no phase is declared and no fraction is 0.
 */
import { once } from '../../model/memo.js'
import type { Rectangle } from '../facts/rectangles.js'
import type { LumpPairs } from './lump-pairs.js'
import type { GroupSpace } from './lumps.js'

/** What of several variables goes together at one place. */
export interface Support {
  readonly rows: number
  /** The most rows that agree in these columns. */
  readonly alike: (columns: readonly number[]) => number
}

export interface Supports {
  /** By place: an animal's two lumps. @param within this rectangle, if there is one */
  readonly ofPairs: (own: readonly LumpPairs[], within?: Rectangle) => readonly Support[]
  /** By place: what it has from a parent, and the parent's two. */
  readonly ofGametes: (
    own: readonly LumpPairs[],
    side: 0 | 1,
    parents: readonly LumpPairs[],
  ) => readonly Support[]
}

export function createSupports({ places, lumps }: GroupSpace): Supports {
  const known = new Map<object, Map<object | string, Support>>()
  const supported = (first: object, second: object | string, make: () => Support): Support => {
    const own = known.get(first) ?? new Map<object | string, Support>()
    known.set(first, own)
    const support = own.get(second) ?? make()
    own.set(second, support)
    return support
  }
  return {
    ofPairs: (own, within) =>
      own.map((pairs) => {
        const { locus, copies } = places[pairs.place] as (typeof places)[number]
        const allowed = within?.get(locus.index)
        const copyAt = (lump: number): number => lumps[pairs.place]?.[lump]?.copies[0] ?? 0
        return supported(pairs, allowed ?? 'all', () =>
          supportOf(pairs.list.filter(([a, b]) => allowed?.[copyAt(a) * copies.length + copyAt(b)] !== 0)),
        )
      }),
    ofGametes: (own, side, parents) =>
      own.map(({ sides }, p) => {
        const { list } = parents[p] as LumpPairs
        return supported(list, sides[side], () => {
          const isTaken = new Set(sides[side])
          const taken = (lump: number): 0 | 1 => (isTaken.has(lump) ? 1 : 0)
          let rows = 0
          for (const [a, b] of list) rows += taken(a) + (a === b ? 0 : taken(b))
          // Listed only where an order is looked for.
          const listed = once(() =>
            supportOf(
              list.flatMap(([a, b]) =>
                (a === b ? [a] : [a, b]).flatMap((lump) => (isTaken.has(lump) ? [[lump, a, b]] : [])),
              ),
            ),
          )
          return { rows, alike: (columns) => listed().alike(columns) }
        })
      }),
  }
}

type Row = readonly number[]

function supportOf(rows: readonly Row[]): Support {
  const known = new Map<string, number>()
  return {
    rows: rows.length,
    alike: (columns) => {
      const key = columns.join()
      const most = known.get(key) ?? mostAlike(rows, columns)
      known.set(key, most)
      return most
    },
  }
}

function mostAlike(rows: readonly Row[], columns: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const value = columns.reduce((all, column) => all * 4096 + (row[column] ?? 0), 0)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}
