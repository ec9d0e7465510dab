/**
 * Lists combinations of independent factors in descending probability, in lexicographic order within ties, without
 * sorting all of them. The weights of each factor fall into few classes, so there are few distinct products, which
 * are found lazily from the largest down.
 * Guarantees: order and ties are decided on exact integers; the work grows with the number of rows taken; a factor
 * with one value costs nothing.
 */

/** A run of combinations of equal weight that differ only in the last factors; `choice` holds the first ones. */
export interface RankedBlock {
  /** Index of the chosen value in each factor. Reused from block to block: copy what you keep. */
  readonly choice: Int32Array
  /** The weight of each combination. Consecutive blocks of equal weight share the array. */
  readonly weights: readonly [bigint]
  /** Rank of the product that the last factors contribute; pass it to `ends` to list their combinations. */
  readonly rest: number
}

/**
 * All combinations, most probable first, one block at a time; none if a factor has no values.
 * @param factors the weights of each factor's values, in the order that decides ties
 * @param split number of factors listed in `choice`; if that is all of them, each block is one combination
 */
export function rankBlocks(factors: readonly (readonly bigint[])[], split: number) {
  // One layer per factor that can vary; the others contribute a fixed product.
  const layers: Layer[] = []
  let fixed = 1n
  for (const [factor, weights] of [...factors.entries()].reverse()) {
    if (weights.length === 1) fixed *= weights[0] ?? 0n
    else layers.unshift(createLayer(factor, weights, layers[0]))
  }
  const first = layers.filter(({ factor }) => factor < split).length
  return {
    blocks: () => walkAll(layers, first, factors.length, fixed),
    /** The combinations of the last factors whose product has this rank, in order. */
    ends: (rest: number): readonly Int32Array[] => {
      const choice = new Int32Array(factors.length)
      return Array.from(walk(layers, first, layers.length, rest, choice, [0n]), () => choice.slice())
    },
  }
}

/** All combinations of the layers up to `end`, most probable first. */
function* walkAll(
  layers: readonly Layer[],
  end: number,
  width: number,
  fixed: bigint,
): Generator<RankedBlock> {
  const choice = new Int32Array(width)
  for (let rank = 0; ; rank++) {
    const product = productOf(layers[0], rank)
    if (product === undefined) return
    yield* walk(layers, 0, end, rank, choice, [product * fixed])
  }
}

/**
 * Every combination of the layers from `first` up to `end` that the later layers can complete to one product, in
 * order. Never enters a branch without a result.
 */
function* walk(
  layers: readonly Layer[],
  first: number,
  end: number,
  rank: number,
  choice: Int32Array,
  weights: readonly [bigint],
): Generator<RankedBlock> {
  if (first === end) {
    yield { choice, weights, rest: rank }
    return
  }
  const nodes = [layers[first]?.node(rank) as RankedProduct]
  choice[layers[first]?.factor ?? 0] = -1
  let depth = first
  while (depth >= first) {
    const { factor, classOf } = layers[depth] as Layer
    const { rest } = nodes[depth - first] as RankedProduct
    let next = (choice[factor] ?? 0) + 1
    while (next < classOf.length && (rest[classOf[next] ?? 0] ?? -1) < 0) next++
    choice[factor] = next
    if (next === classOf.length) {
      depth--
      continue
    }
    const after = rest[classOf[next] ?? 0] ?? 0
    if (depth + 1 === end) {
      yield { choice, weights, rest: after }
      continue
    }
    const layer = layers[++depth] as Layer
    nodes[depth - first] = layer.node(after) as RankedProduct
    choice[layer.factor] = -1
  }
}

/** Without layers the only product is 1. */
function productOf(layer: Layer | undefined, rank: number): bigint | undefined {
  if (layer !== undefined) return layer.node(rank)?.product
  return rank === 0 ? 1n : undefined
}

/** One distinct product of a factor and all later factors, and how to reach it from each weight class. */
interface RankedProduct {
  readonly product: bigint
  /** Weight class → rank of the product that the later factors must contribute; -1: impossible. */
  readonly rest: Int32Array
}

interface Layer {
  readonly factor: number
  /** Value → weight class. */
  readonly classOf: Uint32Array
  /** The product of this rank, 0 being the largest; undefined past the last. */
  readonly node: (rank: number) => RankedProduct | undefined
}

function createLayer(factor: number, weights: readonly bigint[], later: Layer | undefined): Layer {
  const classes = [...new Set(weights)].sort((a, b) => (a < b ? 1 : -1))
  const classByWeight = new Map(classes.map((weight, i) => [weight, i]))
  const nodes: RankedProduct[] = []
  // Per weight class, how many products of the later factors have been used.
  const used = new Int32Array(classes.length)
  // Per weight class, the largest product not taken yet; recomputed only after one was taken.
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
