/**
 * Lists the combinations of independent factors in descending probability, lexicographic order within ties,
 * without sorting them: each factor's weights fall into few classes, so the distinct products are few too,
 * and they are found lazily from the largest down.
 * Guarantees: order and ties are decided on exact integers; the work follows the number of rows taken.
 */
import { layersOf, type FactorWeights, type Layer, type Layers, type RankedProduct } from './rank-layers.js'

export interface RankedChoice {
  /** The value chosen in each factor. May be reused from row to row: copy what is to be kept. */
  readonly choice: ArrayLike<number>
  /** Its probability alone. One array for all choices of one weight, which follow each other. */
  readonly weights: readonly [bigint]
}

/** All combinations, the most probable first; none when a factor has no value. */
export function rankProducts(factors: readonly FactorWeights[]): Iterable<RankedChoice> {
  return rankBlocks(factors, factors.length).blocks()
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
  const ranked = layersOf(factors)
  const { layers } = ranked
  const first = layers.filter(({ factor }) => factor < split).length
  return {
    blocks: () => walkAll(ranked, first, factors.length),
    ends: (rest) => {
      const choice = new Int32Array(factors.length)
      return Array.from(walk(layers, first, layers.length, rest, choice, [0n]), () => choice.slice())
    },
  }
}

/** All combinations of the layers up to `end`, the most probable first. */
function* walkAll({ layers, fixed, productAt }: Layers, end: number, width: number): Generator<RankedBlock> {
  const choice = new Int32Array(width)
  for (let rank = 0; ; rank++) {
    const product = productAt(rank)
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
