/**
 * Factors as far as planning goes: which variables they are about and how many rows they have, before they are made.
 */
import type { Variable } from '../network/factor.js'

/** What is known of a factor before it is made. */
export interface Outline {
  readonly variables: readonly Variable[]
  /** How many rows it has at most. */
  readonly rows: number
  /** The most rows that agree in some of its variables. */
  readonly alike: (shared: readonly Variable[]) => number
}

/** Small ones first, each next one sharing variables with those before where one does. @param names how many variables there are */
export function inJoiningOrder(
  places: readonly number[],
  outlines: readonly Outline[],
  names: number,
): readonly number[] {
  if (places.length < 2) return places
  const rest = [...places].sort((a, b) => (outlines[a]?.rows ?? 0) - (outlines[b]?.rows ?? 0))
  if (rest.length === 2) return rest
  const order: number[] = []
  const isMet = new Uint8Array(names)
  while (rest.length > 0) {
    const sharing = rest.findIndex((place) =>
      outlines[place]?.variables.some((variable) => isMet[variable] === 1),
    )
    const [next = 0] = rest.splice(Math.max(sharing, 0), 1)
    order.push(next)
    for (const variable of outlines[next]?.variables ?? []) isMet[variable] = 1
  }
  return order
}

/** The product of factors, summed over all that is not kept. */
export function joinedOutline(
  places: readonly number[],
  outlines: readonly Outline[],
  sizes: Float64Array,
  keep: readonly Variable[],
): Outline & { readonly products: number } {
  const isMet = new Uint8Array(sizes.length)
  let [rows, products, cells] = [1, 0, 1]
  for (const place of places) {
    const { variables, rows: own, alike } = outlines[place] as Outline
    const shared: Variable[] = []
    for (const variable of variables) {
      if (isMet[variable] === 1) shared.push(variable)
      else cells *= sizes[variable] ?? 1
      isMet[variable] = 1
    }
    rows = Math.min(rows * (shared.length === 0 ? own : alike(shared)), cells)
    // Combinations are numbered in doubles.
    products += cells > Number.MAX_SAFE_INTEGER ? Infinity : rows
  }
  const kept = Math.min(rows, cellsWithout(keep, [], sizes))
  return {
    variables: keep,
    rows: kept,
    products,
    alike: (shared) => Math.min(kept, cellsWithout(keep, shared, sizes)),
  }
}

function cellsWithout(
  variables: readonly Variable[],
  some: readonly Variable[],
  sizes: Float64Array,
): number {
  let cells = 1
  for (const variable of variables) if (!some.includes(variable)) cells *= sizes[variable] ?? 1
  return cells
}
