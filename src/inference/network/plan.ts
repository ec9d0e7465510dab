/**
 * In which order variables are summed out, and what that costs, from the sizes of factors alone.
 * Guarantees: never less than what is multiplied then; planning ends when the cost passes what is allowed. Greedy: the
 * better of least weight and least fill.
 */
import type { Variable } from './factor.js'
import { A_FACTOR, A_PRODUCT } from './cost.js'

/** What is known of a factor before it is made. */
export interface Outline {
  readonly variables: readonly Variable[]
  /** How many rows it has at most. */
  readonly rows: number
  /** The most rows that agree in some of its variables. */
  readonly alike: (shared: readonly Variable[]) => number
}

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

/** @param sizes how many values each variable has @param asked the variables that stay @param most operations allowed */
export function cheapestPlan(
  sizes: readonly number[],
  outlines: readonly Outline[],
  asked: readonly Variable[],
  most: number,
): Plan {
  const first = planBy(weightOf, sizes, outlines, asked, most)
  // Where there is little to gain, a second plan costs more than it saves.
  if (first.operations < 2 * A_FACTOR * first.steps.length) return first
  const second = planBy(fillOf, sizes, outlines, asked, Math.min(most, first.operations))
  return second.operations < first.operations ? second : first
}

type Neighbours = ReadonlyMap<Variable, ReadonlySet<Variable>>

function planBy(
  measure: (neighbours: Neighbours, sizes: readonly number[], of: Variable) => number,
  sizes: readonly number[],
  given: readonly Outline[],
  asked: readonly Variable[],
  most: number,
): Plan {
  const outlines = [...given]
  const live = new Set(outlines.keys())
  const touching = new Map<Variable, Set<number>>()
  const neighbours = new Map<Variable, Set<Variable>>()
  const add = (outline: Outline, place: number): void => {
    // A variable with one value ties nothing.
    const variables = outline.variables.filter((each) => (sizes[each] ?? 1) > 1)
    for (const one of variables) {
      touching.set(one, (touching.get(one) ?? new Set()).add(place))
      const own = neighbours.get(one) ?? new Set()
      neighbours.set(one, own)
      for (const other of variables) if (other !== one) own.add(other)
    }
  }
  outlines.forEach(add)
  const steps: Step[] = []
  let [operations, products, highest] = [0, 0, 0]
  let costliest: Variable | undefined
  const take = (places: readonly number[], keep: readonly Variable[], of: Variable | undefined): void => {
    const ordered = inJoiningOrder(places, outlines)
    const joined = joinedOutline(ordered, outlines, sizes, keep)
    const cost = joined.products * A_PRODUCT + ordered.length * A_FACTOR
    products += joined.products
    operations += cost
    if (cost > highest) [highest, costliest] = [cost, of]
    steps.push({ factors: ordered, keep })
    for (const place of places) {
      live.delete(place)
      for (const variable of outlines[place]?.variables ?? []) touching.get(variable)?.delete(place)
    }
    live.add(outlines.push(joined) - 1)
    add(joined, outlines.length - 1)
  }
  const open = new Map(
    [...neighbours.keys()].flatMap((each) =>
      asked.includes(each) ? [] : [[each, measure(neighbours, sizes, each)] as const],
    ),
  )
  while (open.size > 0 && operations <= most) {
    let [next, least] = [0, Infinity]
    for (const [variable, measured] of open) if (measured < least) [next, least] = [variable, measured]
    // Every variable that is left has too many combinations to be counted.
    if (least === Infinity) operations = Infinity
    open.delete(next)
    const keep = [...(neighbours.get(next) ?? [])]
    for (const one of keep) neighbours.get(one)?.delete(next)
    neighbours.delete(next)
    take([...(touching.get(next) ?? [])], keep, next)
    const changed = new Set([...keep, ...keep.flatMap((one) => [...(neighbours.get(one) ?? [])])])
    for (const one of changed) if (open.has(one)) open.set(one, measure(neighbours, sizes, one))
  }
  if (live.size > 0) take([...live], asked, undefined)
  return { operations, products, costliest, left: outlines.at(-1)?.rows ?? 1, steps }
}

/** Of the factor that is made when a variable is summed out. */
function weightOf(neighbours: Neighbours, sizes: readonly number[], of: Variable): number {
  return cellsOf([of, ...(neighbours.get(of) ?? [])], sizes)
}

/** A variable with more neighbours is summed out last. */
const MOST_TIED = 40

/** Of the ties that come about when it is. */
function fillOf(neighbours: Neighbours, sizes: readonly number[], of: Variable): number {
  const own = [...(neighbours.get(of) ?? [])]
  if (own.length > MOST_TIED) return Number.MAX_VALUE
  let fill = 0
  own.forEach((one, i) => {
    for (let j = i + 1; j < own.length; j++) {
      const other = own[j] ?? 0
      if (neighbours.get(one)?.has(other) !== true) fill += Math.log((sizes[one] ?? 1) * (sizes[other] ?? 1))
    }
  })
  return fill
}

/** Small ones first, each next one sharing variables with those before where one does. */
function inJoiningOrder(places: readonly number[], outlines: readonly Outline[]): readonly number[] {
  const rest = [...places].sort((a, b) => (outlines[a]?.rows ?? 0) - (outlines[b]?.rows ?? 0))
  const order: number[] = []
  const met = new Set<Variable>()
  while (rest.length > 0) {
    const sharing = rest.findIndex((place) =>
      outlines[place]?.variables.some((variable) => met.has(variable)),
    )
    const [next = 0] = rest.splice(Math.max(sharing, 0), 1)
    order.push(next)
    for (const variable of outlines[next]?.variables ?? []) met.add(variable)
  }
  return order
}

/** The product of factors, summed over all that is not kept. */
function joinedOutline(
  places: readonly number[],
  outlines: readonly Outline[],
  sizes: readonly number[],
  keep: readonly Variable[],
): Outline & { readonly products: number } {
  const met = new Set<Variable>()
  let [rows, products] = [1, 0]
  for (const place of places) {
    const { variables, rows: own, alike } = outlines[place] as Outline
    const shared = variables.filter((variable) => met.has(variable))
    for (const variable of variables) met.add(variable)
    const cells = cellsOf([...met], sizes)
    rows = Math.min(rows * (shared.length === 0 ? own : alike(shared)), cells)
    // Combinations are numbered in doubles.
    products += cells > Number.MAX_SAFE_INTEGER ? Infinity : rows
  }
  const kept = Math.min(rows, cellsOf(keep, sizes))
  return {
    variables: keep,
    rows: kept,
    products,
    alike: (shared) =>
      Math.min(
        kept,
        cellsOf(
          keep.filter((each) => !shared.includes(each)),
          sizes,
        ),
      ),
  }
}

function cellsOf(variables: readonly Variable[], sizes: readonly number[]): number {
  return variables.reduce((product, variable) => product * (sizes[variable] ?? 1), 1)
}
