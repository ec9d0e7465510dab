/**
 * The shape of a factor: its variables and number of rows, known before the factor is built.
 */

/** Number of a variable within a network. */
export type Variable = number

export interface FactorShape {
  readonly variables: readonly Variable[]
  /** Upper bound. */
  readonly rows: number
  /** Maximum number of rows that agree in some of its variables. */
  readonly rowsSharing: (some: readonly Variable[]) => number
}

/**
 * The order in which factors are multiplied: small ones first, preferring factors that share variables with those
 * before.
 * @param places indices of the factors
 * @param count number of variables
 */
export function multiplicationOrder(
  places: readonly number[],
  shapes: readonly FactorShape[],
  count: number,
): readonly number[] {
  if (places.length < 2) return places
  const rest = [...places].sort((a, b) => (shapes[a]?.rows ?? 0) - (shapes[b]?.rows ?? 0))
  if (rest.length === 2) return rest
  const order: number[] = []
  const isCovered = new Uint8Array(count)
  while (rest.length > 0) {
    const sharing = rest.findIndex((place) =>
      shapes[place]?.variables.some((variable) => isCovered[variable] === 1),
    )
    const [next = 0] = rest.splice(Math.max(sharing, 0), 1)
    order.push(next)
    for (const variable of shapes[next]?.variables ?? []) isCovered[variable] = 1
  }
  return order
}

/** The shape of a product of factors, summed over all variables except `keep`. */
export function productShape(
  places: readonly number[],
  shapes: readonly FactorShape[],
  sizes: Float64Array,
  keep: readonly Variable[],
): FactorShape & { readonly products: number } {
  const isCovered = new Uint8Array(sizes.length)
  let [rows, products, cells] = [1, 0, 1]
  for (const place of places) {
    const { variables, rows: factorRows, rowsSharing } = shapes[place] as FactorShape
    const shared: Variable[] = []
    for (const variable of variables) {
      if (isCovered[variable] === 1) shared.push(variable)
      else cells *= sizes[variable] ?? 1
      isCovered[variable] = 1
    }
    rows = Math.min(rows * (shared.length === 0 ? factorRows : rowsSharing(shared)), cells)
    // Combinations are numbered in doubles, so larger numbers would be inexact.
    products += cells > Number.MAX_SAFE_INTEGER ? Infinity : rows
  }
  const kept = Math.min(rows, cellsWithout(keep, [], sizes))
  return {
    variables: keep,
    rows: kept,
    products,
    rowsSharing: (some) => Math.min(kept, cellsWithout(keep, some, sizes)),
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
