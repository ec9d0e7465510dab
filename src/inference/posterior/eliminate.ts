/**
 * Variable elimination: the product of all factors, summed over all hidden variables in the order that planning finds
 * (elimination-order.ts). Elston-Stewart peeling is a special case; pedigree loops need no special treatment.
 * Guarantees: the order and an upper bound of the work are known in advance; exact up to rounding.
 */
import { once } from '../../common/memo.js'
import type { Priors } from '../facts/priors.js'
import type { Factor } from '../network/factor.js'
import type { QueryFactors } from '../network/network.js'
import type { Numbers } from '../network/numbers.js'
import {
  cheapestOrder,
  factorsMultiplied,
  type EliminationOrder,
  type EliminationStep,
} from '../planning/elimination-order.js'
import type { FactorShape, Variable } from '../planning/factor-shape.js'
import type { Draft } from '../planning/planning.js'
import { A_FACTOR, A_ROW } from '../planning/weights.js'
import { productOf } from './product.js'

export interface Elimination<N> {
  readonly operations: number
  /** Maximum number of products that are added up. */
  readonly products: number
  /** Total rows of all factors that are built. */
  readonly factorRows: number
  /** Maximum number of rows of the result. */
  readonly resultRows: number
  /** The animal with the variable that is most expensive to eliminate. */
  readonly costliestAnimal: number | undefined
  /** Can be run repeatedly with different priors. */
  readonly run: (priors: Priors | undefined) => Eliminated<N>
}

export interface Eliminated<N> {
  /** Over the query variables; without rows if the evidence is impossible. */
  readonly factor: Factor<N>
  /** log10 of the scale that its values were divided by. */
  readonly log10: number
}

/** @param query the variables that stay, in this order */
export function elimination<N>(
  numbers: Numbers<N>,
  { sizes, sizeTable, factors, animalOf }: QueryFactors,
  query: readonly Variable[],
): Draft<Elimination<N>> {
  const rows = factors.reduce((sum, factor) => sum + factor.rows, 0)
  const building = rows * A_ROW
  const multiplied = factorsMultiplied(sizes, factors.length, query)
  const least = building + multiplied * A_FACTOR
  // Factors that do not depend on priors are built once.
  const builders = once(() =>
    factors.map(({ isPrior, build }) => {
      const built = once(() => build(numbers, undefined))
      return isPrior ? (priors: Priors | undefined) => build(numbers, priors) : built
    }),
  )
  const plan = (left: number): Elimination<N> => {
    // If building alone exceeds the budget, no order is searched and nothing will be run.
    const { steps, operations, products, costliest, resultRows } =
      least > left
        ? withoutOrder(factors, least - building)
        : cheapestOrder(sizeTable(), factors, query, multiplied, left - building)
    return {
      operations: operations + building,
      products,
      factorRows: rows,
      resultRows,
      costliestAnimal: costliest === undefined ? undefined : animalOf(costliest),
      run: (priors) =>
        eliminate(
          numbers,
          sizeTable(),
          builders().map((build) => build(priors)),
          steps,
          query,
        ),
    }
  }
  return { least, plan }
}

/** @returns an order without steps; the costliest variable is one of the largest factor */
function withoutOrder(shapes: readonly FactorShape[], operations: number): EliminationOrder {
  const [largest] = [...shapes].sort((a, b) => b.rows - a.rows)
  return { steps: [], operations, products: 0, resultRows: 0, costliest: largest?.variables[0] }
}

/** @param factors those of the query; consumed, so that memory is freed early */
function eliminate<N>(
  numbers: Numbers<N>,
  sizes: Float64Array,
  factors: Factor<N>[],
  steps: readonly EliminationStep[],
  query: readonly Variable[],
): Eliminated<N> {
  const one: Factor<N> = { variables: [], columns: [], values: [numbers.one] }
  if (steps.length === 0)
    return { factor: { ...one, variables: query, columns: query.map(() => new Int32Array(1)) }, log10: 0 }
  let [last, log10] = [one, 0]
  for (const { factors: places, keep } of steps) {
    const operands = places.map((place) => factors[place] ?? one)
    for (const place of places) factors[place] = one
    // The last multiplication also sums out, so a single factor is multiplied by 1.
    const [first = one, ...others] = operands.length < 2 ? [...operands, one] : operands
    last = others.reduce((product, other, i) => {
      const all = [...new Set([...product.variables, ...other.variables])]
      return productOf(numbers, sizes, product, other, i === others.length - 1 ? keep : all)
    }, first)
    log10 += numbers.rescale(last.values as N[])
    factors.push(last)
  }
  return { factor: last, log10 }
}
