/**
 * Lists the genotypes of a factored cross in descending probability, canonical order within ties, without
 * sorting them: each group's outcomes fall into few classes of equal weight, so the distinct products are
 * few too, and they are found lazily from the largest down.
 * Guarantees: order and ties are decided on exact integers; the work follows the number of rows taken.
 */
import type { LocusGenotype } from './model.js'
import type { FoalGroup } from './zygotes.js'

export interface RankedGenotype {
  /** One genotype per locus of the groups given, by locus index. */
  readonly genotype: readonly LocusGenotype[]
  /** Out of the product of the groups' totals. */
  readonly weight: bigint
}

/** All genotypes of these groups, the most probable first. */
export function* rankGenotypes(groups: readonly FoalGroup[]): Generator<RankedGenotype> {
  const genotype: LocusGenotype[] = []
  for (const { outcomes } of groups) for (const each of outcomes[0] ?? []) genotype[each.locus.index] = each
  const layers: Layer[] = []
  const varying = groups.filter((foals) => foals.outcomes.length > 1)
  for (let i = varying.length - 1; i >= 0; i--) {
    layers[i] = createLayer(varying[i] as FoalGroup, layers[i + 1])
  }
  if (layers.length === 0) {
    yield { genotype, weight: 1n }
    return
  }
  for (let rank = 0; ; rank++) {
    const node = layers[0]?.node(rank)
    if (node === undefined) return
    yield* walk(layers, rank, genotype, node.product)
  }
}

/** One distinct product of a group and all groups after it, and how to reach it from each weight class. */
interface RankedProduct {
  readonly product: bigint
  /** Weight class → rank of the product that the later groups must contribute; -1: no way. */
  readonly rest: Int32Array
}

interface Layer {
  readonly foals: FoalGroup
  readonly classOf: Uint32Array
  /** The product of this rank, 0 the largest; undefined past the last. */
  readonly node: (rank: number) => RankedProduct | undefined
}

function createLayer(foals: FoalGroup, later: Layer | undefined): Layer {
  const classes = [...new Set(foals.weights)].sort((a, b) => (a < b ? 1 : -1))
  const nodes: RankedProduct[] = []
  // For each weight class, how far down the later groups' products it has been used.
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
    foals,
    classOf: Uint32Array.from(foals.weights, (weight) => classes.indexOf(weight)),
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

/** Every genotype of one product, in canonical order: no branch is entered that does not end in one. */
function* walk(
  layers: readonly Layer[],
  rank: number,
  genotype: LocusGenotype[],
  weight: bigint,
): Generator<RankedGenotype> {
  const ranks = new Int32Array(layers.length).fill(rank)
  const position = new Int32Array(layers.length).fill(-1)
  const last = layers.length - 1
  let depth = 0
  while (depth >= 0) {
    const { foals, classOf, node } = layers[depth] as Layer
    const { rest } = node(ranks[depth] ?? 0) as RankedProduct
    let next = (position[depth] ?? 0) + 1
    while (next < classOf.length && (rest[classOf[next] ?? 0] ?? -1) < 0) next++
    position[depth] = next
    const outcome = foals.outcomes[next]
    if (outcome === undefined) {
      position[depth] = -1
      depth--
      continue
    }
    for (const each of outcome) genotype[each.locus.index] = each
    if (depth === last) {
      yield { genotype: [...genotype], weight }
    } else {
      depth++
      ranks[depth] = rest[classOf[next] ?? 0] ?? 0
    }
  }
}
