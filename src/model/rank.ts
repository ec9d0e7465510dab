/**
 * Lists the combinations of independent factors in descending probability, lexicographic order within ties,
 * without sorting them: each factor's weights fall into few classes, so the distinct products are few too,
 * and they are found lazily from the largest down.
 * Guarantees: order and ties are decided on exact integers; the work follows the number of rows taken.
 */

/** Weights of one factor's values, in the order that decides ties. */
export type FactorWeights = readonly bigint[]

export interface RankedChoice {
  /** The value chosen in each factor. May be reused from row to row: copy what is to be kept. */
  readonly choice: ArrayLike<number>
  readonly weight: bigint
}

/** Up to so many combinations are sooner listed and sorted than a lazy walk is set up. */
const FEW = 256

/** All combinations, the most probable first; none when a factor has no value. */
export function rankProducts(factors: readonly FactorWeights[]): Iterable<RankedChoice> {
  const count = factors.reduce((product, weights) => product * weights.length, 1)
  const largest = factors.reduce((product, weights) => product * Math.max(...weights.map(Number)), 1)
  return count <= FEW && largest <= Number.MAX_SAFE_INTEGER
    ? listProducts(factors)
    : rankBlocks(factors, factors.length).blocks()
}

/** All of them at once, by their weights, in the order they are listed in. @param factors whose products are safe integers */
function* listProducts(factors: readonly FactorWeights[]): Generator<RankedChoice> {
  const varying = [...factors.keys()].filter((i) => factors[i]?.length !== 1)
  // Each combination at its place: the mixed-radix number of what is chosen.
  let products = [
    factors.reduce((product, weights) => product * Number(weights.length === 1 ? weights[0] : 1), 1),
  ]
  for (const i of varying) {
    const own = (factors[i] ?? []).map(Number)
    products = products.flatMap((product) => own.map((weight) => product * weight))
  }
  const places = new Map<number, number[]>()
  products.forEach((product, place) => {
    const known = places.get(product)
    if (known === undefined) places.set(product, [place])
    else known.push(place)
  })
  const choice = new Int32Array(factors.length)
  for (const product of [...places.keys()].sort((a, b) => b - a)) {
    const weight = BigInt(product)
    for (const place of places.get(product) ?? []) {
      let rest = place
      for (let v = varying.length - 1; v >= 0; v--) {
        const i = varying[v] ?? 0
        const size = factors[i]?.length ?? 1
        choice[i] = rest % size
        rest = Math.floor(rest / size)
      }
      yield { choice, weight }
    }
  }
}

/** A run of combinations of one weight that differ in the last factors only. */
export interface RankedBlock extends RankedChoice {
  readonly choice: Int32Array
  /** The rank of the product that the last factors contribute: it says which of their combinations follow here. */
  readonly rest: number
}

export interface RankedBlocks {
  /** The most probable first; only the first factors of `choice` are set. */
  readonly blocks: () => Generator<RankedBlock>
  /** The combinations of the last factors that have the product of this rank, in order. */
  readonly ends: (rest: number) => readonly Int32Array[]
}

/** The same combinations, a whole block at a time. @param split how many factors stand first */
export function rankBlocks(factors: readonly FactorWeights[], split: number): RankedBlocks {
  // What cannot vary is left out of the walk; its weight is carried along.
  let fixed = 1n
  const varying: number[] = []
  factors.forEach((weights, i) => {
    if (weights.length === 1) fixed *= weights[0] ?? 0n
    else varying.push(i)
  })
  const layers: Layer[] = []
  for (let i = varying.length - 1; i >= 0; i--)
    layers[i] = createLayer(varying[i] ?? 0, factors[varying[i] ?? 0] ?? [], layers[i + 1])
  const first = varying.filter((i) => i < split).length
  const productAt = (rank: number): bigint | undefined =>
    layers.length > 0 ? layers[0]?.node(rank)?.product : rank === 0 ? 1n : undefined
  return {
    *blocks() {
      const choice = new Int32Array(factors.length)
      for (let rank = 0; ; rank++) {
        const product = productAt(rank)
        if (product === undefined) return
        yield* walk(layers, 0, first, rank, choice, product * fixed)
      }
    },
    ends: (rest) => {
      const choice = new Int32Array(factors.length)
      return Array.from(walk(layers, first, layers.length, rest, choice, 0n), () => choice.slice())
    },
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
  // The largest product of each weight class that was not taken yet, worked out again only after one was taken.
  const fronts: (bigint | undefined)[] = []
  let stale: readonly number[] = [...classes.keys()]
  const findNext = (): RankedProduct | undefined => {
    for (const i of stale) {
      const rest = restProduct(used[i] ?? 0)
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
  weight: bigint,
): Generator<RankedBlock> {
  if (first === end) {
    yield { choice, weight, rest: rank }
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
      yield { choice, weight, rest: after }
      continue
    }
    const layer = layers[++depth] as Layer
    nodes[depth - first] = layer.node(after) as RankedProduct
    choice[layer.factor] = -1
  }
}
