/**
 * The distinct products of weights that independent factors have, the largest first, found when they are asked for:
 * each factor's weights fall into few classes, so that there are few products too.
 * Guarantees: exact; a factor that cannot vary costs nothing.
 * Leaves to others: the combinations that have a product (ranked-products.ts).
 */

/** Weights of one factor's values, in the order that decides ties. */
export type FactorWeights = readonly bigint[]

export interface Layers {
  /** One for each factor that can vary. */
  readonly layers: readonly Layer[]
  /** What the other factors contribute to every product. */
  readonly fixed: bigint
  /** The product of this rank without that, 0 the largest; undefined past the last. */
  readonly productAt: (rank: number) => bigint | undefined
}

export function layersOf(factors: readonly FactorWeights[]): Layers {
  let fixed = 1n
  const layers: Layer[] = []
  for (const [factor, weights] of [...factors.entries()].reverse()) {
    if (weights.length === 1) fixed *= weights[0] ?? 0n
    else layers.unshift(createLayer(factor, weights, layers[0]))
  }
  return { layers, fixed, productAt: (rank) => productOf(layers[0], rank) }
}

/** Without any factor the only product is 1. */
function productOf(layer: Layer | undefined, rank: number): bigint | undefined {
  if (layer !== undefined) return layer.node(rank)?.product
  return rank === 0 ? 1n : undefined
}

/** One distinct product of a factor and all factors after it, and how to reach it from each weight class. */
export interface RankedProduct {
  readonly product: bigint
  /** Weight class → rank of the product that the later factors must contribute; -1: no way. */
  readonly rest: Int32Array
}

export interface Layer {
  readonly factor: number
  /** Value → weight class. */
  readonly classOf: Uint32Array
  /** The product of this rank, 0 the largest; undefined past the last. */
  readonly node: (rank: number) => RankedProduct | undefined
}

function createLayer(factor: number, weights: FactorWeights, later: Layer | undefined): Layer {
  const classes = [...new Set(weights)].sort((a, b) => (a < b ? 1 : -1))
  const classByWeight = new Map(classes.map((weight, i) => [weight, i]))
  const nodes: RankedProduct[] = []
  // For each weight class, how far down the later factors' products it has been used.
  const used = new Int32Array(classes.length)
  // The largest product of each weight class that was not taken yet, worked out again only after one was taken.
  const fronts: (bigint | undefined)[] = []
  let stale: readonly number[] = [...classes.keys()]
  const findNext = (): RankedProduct | undefined => {
    for (const i of stale) {
      const rest = productOf(later, used[i] ?? 0)
      fronts[i] = rest === undefined ? undefined : (classes[i] ?? 0n) * rest
    }
    let product: bigint | undefined
    for (const front of fronts) if (front !== undefined && (product ?? 0n) < front) product = front
    if (product === undefined) return undefined
    const rest = new Int32Array(classes.length).fill(-1)
    stale = [...fronts.keys()].filter((i) => fronts[i] === product)
    for (const i of stale) {
      rest[i] = used[i] ?? 0
      used[i] = (used[i] ?? 0) + 1
    }
    return { product, rest }
  }
  return {
    factor,
    classOf: Uint32Array.from(weights, (weight) => classByWeight.get(weight) ?? 0),
    node: (rank) => {
      while (nodes.length <= rank) {
        const next = findNext()
        if (next === undefined) return undefined
        nodes.push(next)
      }
      return nodes[rank]
    },
  }
}
