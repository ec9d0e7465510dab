/**
 * In which order variables are summed out, and what that costs, from the sizes of factors alone.
 * Guarantees: never less than what is multiplied then; planning ends when the cost passes what is allowed. Greedy: the
 * better of least weight and least fill.
 */
import type { Variable } from '../network/factor.js'
import { A_FACTOR, A_PRODUCT } from './cost.js'
import { Graph, type Measure } from './graph.js'
import { inJoiningOrder, joinedOutline, type Outline } from './outlines.js'

export interface Step {
  /** Places of factors, in the order in which they are multiplied: given ones, then those made by steps. */
  readonly factors: readonly number[]
  readonly keep: readonly Variable[]
}

export interface Plan {
  readonly operations: number
  /** How many products are added up, at most. */
  readonly products: number
  readonly costliest: Variable | undefined
  /** How many rows are left for the variables that stay, at most. */
  readonly left: number
  readonly steps: readonly Step[]
}

/**
 * How many factors are multiplied, in whatever order: all that are given, and what is left when a variable is summed out.
 * @param sizes how many values each variable has @param given how many factors @param asked the variables that stay
 */
export function factorsMultiplied(
  sizes: ReadonlyMap<Variable, number>,
  given: number,
  asked: readonly Variable[],
): number {
  let count = given
  for (const [variable, size] of sizes) if (size > 1 && !asked.includes(variable)) count += 1
  return count
}

/** @param sizes by variable @param factors that are multiplied in all @param most operations allowed */
export function cheapestPlan(
  sizes: Float64Array,
  outlines: readonly Outline[],
  asked: readonly Variable[],
  factors: number,
  most: number,
): Plan {
  const first = planBy('weight', sizes, outlines, asked, factors, most)
  // Where there is little to gain, a second plan costs more than it saves.
  if (first.operations <= most && first.operations < 2 * A_FACTOR * first.steps.length) return first
  const second = planBy('fill', sizes, outlines, asked, factors, Math.min(most, first.operations))
  return second.operations < first.operations ? second : first
}

function planBy(
  measure: Measure,
  sizes: Float64Array,
  given: readonly Outline[],
  asked: readonly Variable[],
  factors: number,
  most: number,
): Plan {
  const graph = new Graph(sizes, given, asked, measure)
  const outlines = [...given]
  const isUsed = new Uint8Array(given.length + factors + 1)
  const touching: number[][] = []
  const touch = ({ variables }: Outline, place: number): void => {
    for (const variable of variables) (touching[variable] ??= []).push(place)
  }
  outlines.forEach(touch)
  const isLive = (place: number): boolean => isUsed[place] === 0
  const steps: Step[] = []
  let [operations, products, highest, ahead] = [0, 0, 0, factors]
  let costliest: Variable | undefined
  const take = (places: readonly number[], keep: readonly Variable[], of: Variable | undefined): void => {
    const ordered = inJoiningOrder(places, outlines, sizes.length)
    const joined = joinedOutline(ordered, outlines, sizes, keep)
    const cost = joined.products * A_PRODUCT + ordered.length * A_FACTOR
    products += joined.products
    operations += cost
    ahead -= ordered.length
    if (cost > highest) [highest, costliest] = [cost, of]
    steps.push({ factors: ordered, keep })
    for (const place of places) isUsed[place] = 1
    touch(joined, outlines.push(joined) - 1)
  }
  const isTooMuch = (): boolean => operations + ahead * A_FACTOR > most
  for (let next = graph.next(); next !== undefined && !isTooMuch(); next = graph.next()) {
    const { variable, keep, measured } = next
    if (measured === Infinity) operations = Infinity
    take((touching[variable] ?? []).filter(isLive), keep, variable)
    graph.tie(keep)
    graph.settle(keep)
  }
  const rest = [...outlines.keys()].filter(isLive)
  if (rest.length > 0 && !isTooMuch()) take(rest, asked, undefined)
  operations += ahead * A_FACTOR
  return { operations, products, costliest, left: outlines.at(-1)?.rows ?? 1, steps }
}
