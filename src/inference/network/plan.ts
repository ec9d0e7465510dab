/**
 * In which order variables are summed out, and what that costs at most, from the sizes of factors alone.
 * Guarantees: never less than what is multiplied then. Greedy: the better of least fill and least weight.
 */
import { mostAlike, type Factor, type Variable } from './factor.js'

export interface Network<N> {
  /** How many values each variable has. */
  readonly sizes: readonly number[]
  readonly factors: readonly Factor<N>[]
}

/** @param asked the variables that stay */
export function cheapestPlan<N>(network: Network<N>, asked: readonly Variable[]): Plan {
  const plans = [byFill, byWeight].map((measure) => planFor(network, asked, measure))
  return plans.reduce((best, other) => (other.operations < best.operations ? other : best))
}

/** What is known of a factor before it is made. */
interface Outline {
  readonly variables: readonly Variable[]
  /** How many rows it has at most. */
  readonly rows: number
  readonly alike: (shared: readonly Variable[]) => number
}

export interface Step {
  /** Places of factors, in the order in which they are multiplied: given ones, then those made by steps. */
  readonly factors: readonly number[]
  readonly keep: readonly Variable[]
}

export interface Plan {
  readonly operations: number
  readonly costliest: Variable | undefined
  readonly steps: readonly Step[]
}

type Measure = (
  neighbours: ReadonlyMap<Variable, ReadonlySet<Variable>>,
  sizes: readonly number[],
  of: Variable,
) => number

function planFor<N>({ sizes, factors }: Network<N>, asked: readonly Variable[], measure: Measure): Plan {
  const outlines = factors.map((factor): Outline => {
    const known = new Map<string, number>()
    return {
      variables: factor.variables,
      rows: factor.values.length,
      alike: (shared) => {
        const key = shared.join()
        const most = known.get(key) ?? mostAlike(factor, shared, sizes)
        known.set(key, most)
        return most
      },
    }
  })
  let live = outlines.map((_, place) => place)
  const steps: Step[] = []
  let [operations, most] = [0, 0]
  let costliest: Variable | undefined
  const take = (places: readonly number[], keep: readonly Variable[], of: Variable | undefined): void => {
    const ordered = inJoiningOrder(places, outlines)
    const { cost, rows } = costOf(ordered, outlines, sizes, keep)
    operations += cost
    if (cost > most) [most, costliest] = [cost, of]
    steps.push({ factors: ordered, keep })
    live = [...live.filter((place) => !places.includes(place)), outlines.length]
    outlines.push(outlineOf(keep, rows, sizes))
  }
  const neighbours = neighboursIn(outlines)
  const open = new Set([...neighbours.keys()].filter((variable) => !asked.includes(variable)))
  const measured = new Map([...open].map((variable) => [variable, measure(neighbours, sizes, variable)]))
  while (open.size > 0) {
    const next = [...open].reduce((best, other) =>
      (measured.get(other) ?? 0) < (measured.get(best) ?? 0) ? other : best,
    )
    open.delete(next)
    const touching = live.filter((place) => outlines[place]?.variables.includes(next))
    const keep = [...(neighbours.get(next) ?? [])]
    take(touching, keep, next)
    for (const one of keep) {
      const own = neighbours.get(one)
      own?.delete(next)
      for (const other of keep) if (other !== one) own?.add(other)
    }
    neighbours.delete(next)
    const changed = new Set([...keep, ...keep.flatMap((one) => [...(neighbours.get(one) ?? [])])])
    for (const one of changed) if (open.has(one)) measured.set(one, measure(neighbours, sizes, one))
  }
  if (live.length > 0) take(live, asked, undefined)
  return { operations, costliest, steps }
}

function neighboursIn(outlines: readonly Outline[]): Map<Variable, Set<Variable>> {
  const neighbours = new Map<Variable, Set<Variable>>()
  for (const { variables } of outlines) {
    for (const one of variables) {
      const own = neighbours.get(one) ?? new Set()
      neighbours.set(one, own)
      for (const other of variables) if (other !== one) own.add(other)
    }
  }
  return neighbours
}

function byWeight(
  neighbours: ReadonlyMap<Variable, ReadonlySet<Variable>>,
  sizes: readonly number[],
  of: Variable,
): number {
  return cellsOf([...(neighbours.get(of) ?? [])], sizes) * (sizes[of] ?? 1)
}

function byFill(
  neighbours: ReadonlyMap<Variable, ReadonlySet<Variable>>,
  sizes: readonly number[],
  of: Variable,
): number {
  const own = [...(neighbours.get(of) ?? [])]
  let fill = 0
  own.forEach((one, i) => {
    for (const other of own.slice(i + 1)) {
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

function costOf(
  places: readonly number[],
  outlines: readonly Outline[],
  sizes: readonly number[],
  keep: readonly Variable[],
): { readonly cost: number; readonly rows: number } {
  const met = new Set<Variable>()
  let [rows, cost] = [1, 0]
  for (const place of places) {
    const { variables, rows: own, alike } = outlines[place] as Outline
    const shared = variables.filter((variable) => met.has(variable))
    for (const variable of variables) met.add(variable)
    const cells = cellsOf([...met], sizes)
    rows = Math.min(rows * (shared.length === 0 ? own : alike(shared)), cells)
    // Combinations are numbered in doubles.
    cost += cells > Number.MAX_SAFE_INTEGER ? Infinity : rows
  }
  return { cost, rows: Math.min(rows, cellsOf(keep, sizes)) }
}

function outlineOf(variables: readonly Variable[], rows: number, sizes: readonly number[]): Outline {
  return {
    variables,
    rows,
    alike: (shared) =>
      Math.min(
        rows,
        cellsOf(
          variables.filter((each) => !shared.includes(each)),
          sizes,
        ),
      ),
  }
}

function cellsOf(variables: readonly Variable[], sizes: readonly number[]): number {
  return variables.reduce((product, variable) => product * (sizes[variable] ?? 1), 1)
}
