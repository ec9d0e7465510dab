/**
 * Paths through a layered graph of states, from its first state to the accepted last ones. Equivalent states are shared, and
 * each path is a product of sets: at each place, the inputs that it takes.
 * Guarantees: paths are disjoint and complete; merging keeps them so.
 */

/** The edges of a node: sets of inputs, each leading to another node. */
type Node = readonly { readonly inputs: readonly number[]; readonly to: number }[]

/** The rejecting and the accepting node. */
export const REJECT = 0
export const ACCEPT = 1

/** By place, the inputs on the path. */
export type Path = readonly (readonly number[])[]

/**
 * @param counts number of inputs per place
 * @param nextAt per place: state × input → index of the next state
 * @param terminalNodes ACCEPT or REJECT for each last state
 */
export function pathsTo(
  counts: readonly number[],
  nextAt: readonly (readonly number[])[],
  terminalNodes: readonly number[],
): readonly Path[] {
  return [...followed(graphOf(counts, nextAt, terminalNodes))]
}

/**
 * The paths, merged; or, where there are more than `most`, the first ones as they are.
 * @returns also how many there are, without listing the others
 */
export function fewestPathsTo(
  counts: readonly number[],
  nextAt: readonly (readonly number[])[],
  terminalNodes: readonly number[],
  most: number,
): { readonly paths: readonly Path[]; readonly total: bigint } {
  const graph = graphOf(counts, nextAt, terminalNodes)
  const { nodes, first } = graph
  // A node leads only to nodes that were made before it.
  const ways: bigint[] = []
  nodes.forEach((edges, node) => {
    ways.push(node === ACCEPT ? 1n : edges.reduce((sum, { to }) => sum + (ways[to] ?? 0n), 0n))
  })
  const total = ways[first] ?? 0n
  if (total <= BigInt(most)) {
    const paths = merged(pathsByNode(nodes)[first] ?? [], counts.length)
    return { paths, total: BigInt(paths.length) }
  }
  const paths: Path[] = []
  for (const path of followed(graph)) if (paths.push(path) >= most) break
  return { paths, total }
}

/** The paths from each node; those that differ at its place only are one. */
function pathsByNode(nodes: readonly Node[]): readonly (readonly Path[])[] {
  const found: (readonly Path[])[] = []
  nodes.forEach((edges, node) => {
    const byRest = new Map<string, Path>()
    for (const { inputs, to } of edges)
      for (const rest of found[to] ?? []) {
        const key = rest.join('|')
        const [known = []] = byRest.get(key) ?? []
        byRest.set(key, [[...known, ...inputs].sort((a, b) => a - b), ...rest])
      }
    found.push(node === ACCEPT ? [[]] : [...byRest.values()])
  })
  return found
}

interface Graph {
  readonly nodes: readonly Node[]
  readonly first: number
}

function graphOf(
  counts: readonly number[],
  nextAt: readonly (readonly number[])[],
  terminalNodes: readonly number[],
): Graph {
  const nodes: Node[] = [[], []]
  // Node per state before a place, from the last place backwards.
  let nodeOf = terminalNodes
  for (let place = counts.length - 1; place >= 0; place--) {
    const [count = 0, next = [], after] = [counts[place], nextAt[place], nodeOf]
    const interned = new Map<string, number>()
    nodeOf = Array.from({ length: next.length / count }, (_, state) => {
      const ways = new Map<number, number[]>()
      for (let input = 0; input < count; input++) {
        const to = after[next[state * count + input] ?? 0] ?? REJECT
        if (to === REJECT) continue
        const inputs = ways.get(to)
        if (inputs === undefined) ways.set(to, [input])
        else inputs.push(input)
      }
      if (ways.size === 0) return REJECT
      const key = [...ways].map(([to, own]) => `${to}=${own.join()}`).join(' ')
      const node = interned.get(key) ?? nodes.length
      if (node === nodes.length) nodes.push([...ways].map(([to, inputs]) => ({ to, inputs })))
      interned.set(key, node)
      return node
    })
  }
  return { nodes, first: nodeOf[0] ?? REJECT }
}

function* followed({ nodes, first }: Graph, from = first): Generator<Path> {
  if (from === ACCEPT) {
    yield []
    return
  }
  for (const { inputs, to } of nodes[from] ?? [])
    for (const path of followed({ nodes, first }, to)) yield [inputs, ...path]
}

/** Repeatedly merges paths that differ at one place only. */
export function merged(paths: readonly Path[], places: number): readonly Path[] {
  const [first = []] = paths
  // Where all paths are alike they stay so.
  const varied = Array.from({ length: places }, (_, p) => p).filter((p) => {
    const own = String(first[p])
    return paths.some((path) => String(path[p]) !== own)
  })
  const numberOf = createNumbers()
  let all = paths.map((path) => ({ path, sets: varied.map((p) => numberOf(path[p] ?? [])) }))
  for (let changed = true; changed;) {
    const before = all.length
    varied.forEach((place, v) => {
      const byOthers = new Map<string, (typeof all)[number]>()
      for (const each of all) {
        const key = each.sets.with(v, 0).join()
        const known = byOthers.get(key)
        if (known === undefined) {
          byOthers.set(key, each)
          continue
        }
        const inputs = [...(known.path[place] ?? []), ...(each.path[place] ?? [])].sort((a, b) => a - b)
        const path = known.path.with(place, inputs)
        byOthers.set(key, { path, sets: known.sets.with(v, numberOf(inputs)) })
      }
      all = [...byOthers.values()]
    })
    changed = all.length < before
  }
  return all.map(({ path }) => path)
}

/** Numbers lists: equal ones alike. */
function createNumbers(): (list: readonly number[]) => number {
  const known = new Map<string, number>()
  return (list) => {
    const key = list.join()
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  }
}
