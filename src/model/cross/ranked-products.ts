/**
 * Lists the combinations of independent factors in descending probability, lexicographic order within ties,
 * without sorting them: each factor's weights fall into few classes, so the distinct products are few too,
 * and they are found from the largest down, when they are asked for.
 * Guarantees: order and ties are decided on exact integers; the work follows the number of rows taken; a factor that
 * cannot vary costs nothing.
 */

/** A run of combinations of one weight that differ in the last factors only; the first ones are set in `choice`. */
export interface RankedBlock {
  /** The value chosen in each factor. Reused from block to block: copy what is to be kept. */
  readonly choice: Int32Array
  /** The probability of each combination. One array for all blocks of one weight, which follow each other. */
  readonly weights: readonly [bigint]
  /** The rank of the product that the last factors contribute: it says which of their combinations follow here. */
  readonly rest: number
}

/**
 * All combinations, the most probable first, a block at a time; none when a factor has no value.
 * @param factors the weights of each one's values, in the order that decides ties
 * @param split how many factors stand first; where all do, each block is one combination
 */
export function rankBlocks(factors: readonly (readonly bigint[])[], split: number) {
  // One layer for each factor that can vary; what the others contribute to every product is fixed.
  const layers: Layer[] = []
  let fixed = 1n
  for (const [factor, weights] of [...factors.entries()].reverse()) {
    if (weights.length === 1) fixed *= weights[0] ?? 0n
    else layers.unshift(createLayer(factor, weights, layers[0]))
  }
  const first = layers.filter(({ factor }) => factor < split).length
  return {
    blocks: () => walkAll(layers, first, factors.length, fixed),
    /** The combinations of the last factors that have the product of this rank, in order. */
    ends: (rest: number): readonly Int32Array[] => {
      const choice = new Int32Array(factors.length)
      return Array.from(walk(layers, first, layers.length, rest, choice, [0n]), () => choice.slice())
    },
  }
}

/** All combinations of the layers up to `end`, the most probable first. */
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
 * Every combination of the layers from `first` up to `end` that the later ones can complete to one product, in order:
 * no branch is entered that does not end in one.
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

/** Without any factor the only product is 1. */
function productOf(layer: Layer | undefined, rank: number): bigint | undefined {
  if (layer !== undefined) return layer.node(rank)?.product
  return rank === 0 ? 1n : undefined
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

function createLayer(factor: number, weights: readonly bigint[], later: Layer | undefined): Layer {
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
