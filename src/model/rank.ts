/**
 * Lists the combinations of independent factors in descending probability, lexicographic order within ties,
 * without sorting them: each factor's weights fall into few classes, so the distinct products are few too,
 * and they are found lazily from the largest down.
 * Guarantees: order and ties are decided on exact integers; the work follows the number of rows taken.
 */

/** Weights of one factor's values, in the order that decides ties. */
export type FactorWeights = readonly bigint[]

export interface RankedChoice {
  /** The value chosen in each factor. Reused from row to row: copy what is to be kept. */
  readonly choice: Int32Array
  readonly weight: bigint
}

/** All combinations, the most probable first; none when a factor has no value. */
export function* rankProducts(factors: readonly FactorWeights[]): Generator<RankedChoice> {
  const choice = new Int32Array(factors.length)
  if (factors.some((weights) => weights.length === 0)) return
  // What cannot vary is left out of the walk; its weight is carried along.
  const varying = factors.flatMap((weights, i) => (weights.length > 1 ? [i] : []))
  const fixed = factors.reduce(
    (product, weights) => (weights.length > 1 ? product : product * (weights[0] ?? 0n)),
    1n,
  )
  const layers: Layer[] = []
  for (let i = varying.length - 1; i >= 0; i--) {
    layers[i] = createLayer(varying[i] ?? 0, factors[varying[i] ?? 0] ?? [], layers[i + 1])
  }
  if (layers.length === 0) {
    yield { choice, weight: fixed }
    return
  }
  for (let rank = 0; ; rank++) {
    const node = layers[0]?.node(rank)
    if (node === undefined) return
    yield* walk(layers, rank, choice, node.product * fixed)
  }
}

/** One distinct product of a factor and all factors after it, and how to reach it from each weight class. */
interface RankedProduct {
  readonly product: bigint
  /** Weight class → rank of the product that the later factors must contribute; -1: no way. */
  readonly rest: Int32Array
}

interface Layer {
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
  const restProduct = (rank: number): bigint | undefined =>
    later === undefined ? (rank === 0 ? 1n : undefined) : later.node(rank)?.product
  const findNext = (): RankedProduct | undefined => {
    const products = classes.map((weight, i) => {
      const rest = restProduct(used[i] ?? 0)
      return rest === undefined ? undefined : weight * rest
    })
    const product = products.reduce(
      (best, each) => (each !== undefined && (best ?? 0n) < each ? each : best),
      undefined,
    )
    if (product === undefined) return undefined
    const rest = Int32Array.from(products, (each, i) => (each === product ? (used[i] ?? 0) : -1))
    products.forEach((each, i) => {
      if (each === product) used[i] = (used[i] ?? 0) + 1
    })
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

/** Every combination of one product, in order: no branch is entered that does not end in one. */
function* walk(
  layers: readonly Layer[],
  rank: number,
  choice: Int32Array,
  weight: bigint,
): Generator<RankedChoice> {
  const ranks = new Int32Array(layers.length).fill(rank)
  const position = new Int32Array(layers.length).fill(-1)
  const last = layers.length - 1
  let depth = 0
  while (depth >= 0) {
    const { factor, classOf, node } = layers[depth] as Layer
    const { rest } = node(ranks[depth] ?? 0) as RankedProduct
    let next = (position[depth] ?? 0) + 1
    while (next < classOf.length && (rest[classOf[next] ?? 0] ?? -1) < 0) next++
    position[depth] = next
    if (next === classOf.length) {
      position[depth] = -1
      depth--
      continue
    }
    choice[factor] = next
    if (depth === last) {
      yield { choice, weight }
    } else {
      depth++
      ranks[depth] = rest[classOf[next] ?? 0] ?? 0
    }
  }
}
