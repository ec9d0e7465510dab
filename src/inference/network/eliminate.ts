/**
 * Variable elimination: the product of many factors, summed over all variables but those asked for.
 * Guarantees: the order and an upper bound of the work are known before any of it; exact but for rounding.
 * The order is another file's (elimination-order.ts). Elston and Stewart's peeling is a case of it; loops in a
 * pedigree need nothing more.
 */
import type { Priors } from '../facts/copies.js'
import type { Built } from './build.js'
import { A_FACTOR, A_ROW, type Draft } from '../planning/cost.js'
import { joined, type Factor, type Variable } from './factor.js'
import type { Numbers } from './numbers.js'
import { once } from '../../common/memo.js'
import type { Outline } from '../planning/outlines.js'
import { cheapestPlan, factorsMultiplied, type Plan } from '../planning/elimination-order.js'

export interface Elimination<N> {
  readonly operations: number
  /** How many products are added up, at most. */
  readonly products: number
  /** Of all factors that are made. */
  readonly rows: number
  /** Of what is left, at most. */
  readonly left: number
  /** The animal whose variable costs most to sum out. */
  readonly mostEntangled: number | undefined
  /** May be run under several priors. */
  readonly run: (priors: Priors | undefined) => Eliminated<N>
}

export interface Eliminated<N> {
  /** Over the variables asked for; without rows where everything is impossible. */
  readonly factor: Factor<N>
  /** log10 of what its values were divided by. */
  readonly log10: number
}

/** @param asked the variables that stay, in this order */
export function elimination<N>(
  numbers: Numbers<N>,
  { sizes, table, sketches, animalOf }: Built,
  asked: readonly Variable[],
): Draft<Elimination<N>> {
  const rows = sketches.reduce((sum, sketch) => sum + sketch.rows, 0)
  const making = rows * A_ROW
  const multiplied = factorsMultiplied(sizes, sketches.length, asked)
  const least = making + multiplied * A_FACTOR
  // What no frequency changes is made once.
  const makers = once(() =>
    sketches.map(({ isFrequency, make }) => {
      const made = once(() => make(numbers, undefined))
      return isFrequency ? (priors: Priors | undefined) => make(numbers, priors) : made
    }),
  )
  const plan = (most: number): Elimination<N> => {
    // Where that is too much by itself, no order is looked for, and nothing is ever run.
    const { steps, operations, products, costliest, left } =
      least > most
        ? unplanned(sketches, least - making)
        : cheapestPlan(table(), sketches, asked, multiplied, most - making)
    return {
      operations: operations + making,
      products,
      rows,
      left,
      mostEntangled: costliest === undefined ? undefined : animalOf(costliest),
      run: (priors) => eliminated(priors, steps),
    }
  }
  const eliminated = (priors: Priors | undefined, steps: Plan['steps']): Eliminated<N> => {
    const factors = makers().map((make) => make(priors))
    const sizes = table()
    const nothing: Factor<N> = { variables: [], columns: [], values: [numbers.one] }
    let [last, log10] = [nothing, 0]
    for (const { factors: places, keep } of steps) {
      const met = places.map((place) => factors[place] ?? nothing)
      for (const place of places) factors[place] = nothing
      // The last multiplication also sums, so that a single factor is multiplied with 1.
      const [first = nothing, ...others] = met.length < 2 ? [...met, nothing] : met
      last = others.reduce((product, other, i) => {
        const all = [...new Set([...product.variables, ...other.variables])]
        return joined(numbers, sizes, product, other, i === others.length - 1 ? keep : all)
      }, first)
      log10 += numbers.rescale(last.values as N[])
      factors.push(last)
    }
    const isAll = steps.length === 0
    return {
      factor: isAll ? { ...nothing, variables: asked, columns: asked.map(() => new Int32Array(1)) } : last,
      log10,
    }
  }
  return { least, plan }
}

/** @returns no steps; the costliest variable is that of the largest factor, if there is one */
function unplanned(outlines: readonly Outline[], operations: number): Plan {
  const [largest] = [...outlines].sort((a, b) => b.rows - a.rows)
  return { steps: [], operations, products: 0, left: 0, costliest: largest?.variables[0] }
}
