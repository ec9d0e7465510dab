/**
 * Finds the order in which hidden variables are summed out, and its cost, from the shapes of the factors alone.
 * Greedy: the better of minimum weight and minimum fill.
 * Guarantees: never undercounts the multiplications; planning stops once the cost exceeds the budget.
 */
import { multiplicationOrder, productShape, type FactorShape, type Variable } from './factor-shape.js'
import { InteractionGraph, type Measure } from './interaction-graph.js'
import { A_FACTOR, A_PRODUCT } from './weights.js'

export interface EliminationStep {
  /** Indices of factors in the order of multiplication: the given factors first, then those made by earlier steps. */
  readonly factors: readonly number[]
  readonly keep: readonly Variable[]
}

export interface EliminationOrder {
  readonly operations: number
  /** Maximum number of products that are added up. */
  readonly products: number
  readonly costliest: Variable | undefined
  /** Maximum number of rows of the result. */
  readonly resultRows: number
  readonly steps: readonly EliminationStep[]
}

/**
 * Number of factors multiplied in any order: all given ones, and one for each variable summed out.
 * @param sizes number of values by variable
 * @param given number of factors
 * @param query the variables that stay
 */
export function factorsMultiplied(
  sizes: ReadonlyMap<Variable, number>,
  given: number,
  query: readonly Variable[],
): number {
  let count = given
  for (const [variable, size] of sizes) if (size > 1 && !query.includes(variable)) count += 1
  return count
}

/** @param sizes by variable @param factors total number of multiplied factors @param most budget in operations */
export function cheapestOrder(
  sizes: Float64Array,
  shapes: readonly FactorShape[],
  query: readonly Variable[],
  factors: number,
  most: number,
): EliminationOrder {
  const first = orderBy('weight', sizes, shapes, query, factors, most)
  // If there is little to gain, searching a second order costs more than it saves.
  if (first.operations <= most && first.operations < 2 * A_FACTOR * first.steps.length) return first
  const second = orderBy('fill', sizes, shapes, query, factors, Math.min(most, first.operations))
  return second.operations < first.operations ? second : first
}

function orderBy(
  measure: Measure,
  sizes: Float64Array,
  given: readonly FactorShape[],
  query: readonly Variable[],
  factors: number,
  most: number,
): EliminationOrder {
  const graph = new InteractionGraph(sizes, given, query, measure)
  const shapes = [...given]
  const isUsed = new Uint8Array(given.length + factors + 1)
  /** By variable, the indices of its factors. */
  const containing: number[][] = []
  const index = ({ variables }: FactorShape, place: number): void => {
    for (const variable of variables) (containing[variable] ??= []).push(place)
  }
  shapes.forEach(index)
  const isLeft = (place: number): boolean => isUsed[place] === 0
  const steps: EliminationStep[] = []
  let [operations, products, highest, ahead] = [0, 0, 0, factors]
  let costliest: Variable | undefined
  const multiply = (places: readonly number[], keep: readonly Variable[], of: Variable | undefined): void => {
    const ordered = multiplicationOrder(places, shapes, sizes.length)
    const product = productShape(ordered, shapes, sizes, keep)
    const cost = product.products * A_PRODUCT + ordered.length * A_FACTOR
    products += product.products
    operations += cost
    ahead -= ordered.length
    if (cost > highest) [highest, costliest] = [cost, of]
    steps.push({ factors: ordered, keep })
    for (const place of places) isUsed[place] = 1
    index(product, shapes.push(product) - 1)
  }
  const isTooMuch = (): boolean => operations + ahead * A_FACTOR > most
  for (let next = graph.next(); next !== undefined && !isTooMuch(); next = graph.next()) {
    const { variable, neighbours, measured } = next
    if (measured === Infinity) operations = Infinity
    multiply((containing[variable] ?? []).filter(isLeft), neighbours, variable)
    graph.connect(neighbours)
    graph.measureAgain(neighbours)
  }
  const rest = [...shapes.keys()].filter(isLeft)
  if (rest.length > 0 && !isTooMuch()) multiply(rest, query, undefined)
  operations += ahead * A_FACTOR
  return { operations, products, costliest, resultRows: shapes.at(-1)?.rows ?? 1, steps }
}
