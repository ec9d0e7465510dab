/**
 * Variable elimination: the product of many factors, summed over all variables but those asked for.
 * Guarantees: the order and an upper bound of the multiplications are known before the first one; exact but for rounding.
 * The order is another file's (plan.ts). Elston and Stewart's peeling is a case of it; loops in a
 * pedigree need nothing more.
 */
import { joined, type Factor, type Variable } from './factor.js'
import type { Numbers } from './numbers.js'
import { cheapestPlan, type Network, type Plan } from './plan.js'

export interface Elimination<N> {
  readonly operations: number
  /** The variable whose elimination costs most. */
  readonly costliest: Variable | undefined
  readonly run: () => Eliminated<N>
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
  network: Network<N>,
  asked: readonly Variable[],
): Elimination<N> {
  const plan = cheapestPlan(network, asked)
  return { ...plan, run: () => follow(numbers, network, plan, asked) }
}

function follow<N>(
  numbers: Numbers<N>,
  { sizes, factors: given }: Network<N>,
  { steps }: Plan,
  asked: readonly Variable[],
): Eliminated<N> {
  const factors: (Factor<N> | undefined)[] = [...given]
  const nothing: Factor<N> = { variables: [], columns: [], values: [numbers.one] }
  let [last, log10] = [nothing, 0]
  for (const { factors: places, keep } of steps) {
    const own = places.map((place) => factors[place] as Factor<N>)
    for (const place of places) factors[place] = undefined
    let product = own[0] ?? nothing
    // The last multiplication sums; one alone is multiplied with nothing.
    const others = own.length < 2 ? [nothing] : own.slice(1)
    others.forEach((other, i) => {
      const all = [...new Set([...product.variables, ...other.variables])]
      product = joined(numbers, sizes, product, other, i === others.length - 1 ? keep : all)
    })
    log10 += numbers.rescale(product.values as N[])
    factors.push(product)
    last = product
  }
  return {
    factor:
      steps.length === 0
        ? { ...nothing, variables: asked, columns: asked.map(() => new Int32Array(1)) }
        : last,
    log10,
  }
}
