/**
 * The set of genotypes with given table outcomes, found by walking the tables as one decision diagram. Equivalent
 * states are shared, and each path through the diagram is a rectangle. That sex-linked loci must agree on the number
 * of copies is left to network/.
 * Guarantees: exact for any tables; loci that do not matter allow everything; rectangles that differ at one locus
 * only are merged.
 */
import { pairOf } from '../../genetics/genotype.js'
import type { GroupInput, StateKey, TableSteps } from '../../model/by-coat/table-steps.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import { isMissing, type LocusCopies } from './copies.js'
import type { GenotypeSet, Rectangle } from './genotype-sets.js'

export type DecisionDiagram = Readonly<ReturnType<typeof diagramOver>>

/** Pairs at a locus that the tables do not distinguish: copy × copy → 1. */
interface Input {
  readonly moves: GroupInput
  readonly set: Uint8Array
}

/** The edges of a node: sets of inputs, each leading to another node. */
type Node = readonly { readonly inputs: readonly number[]; readonly to: number }[]

/** The rejecting and the accepting node. */
const REJECT = 0
const ACCEPT = 1

/** By locus, the inputs on the path. */
type Path = readonly (readonly number[])[]

/** @param places all loci that the tables read @param steps through these loci, each as a group of its own */
export function diagramOver(places: readonly LocusCopies[], genotypes: Genotypes, steps: TableSteps) {
  const inputsAt = places.map((place, p) => inputsOf(place, p, genotypes, steps))
  let states: readonly StateKey[] = [steps.start]
  // Per locus: state × input → index of the next state.
  const nextAt = inputsAt.map((inputs) => {
    const known = new Map<StateKey, number>()
    const next = states.flatMap((state) =>
      inputs.map(({ moves }) => {
        const after = steps.after(state, moves)
        const place = known.get(after) ?? known.size
        known.set(after, place)
        return place
      }),
    )
    states = [...known.keys()]
    return next
  })
  /** The outcomes that some genotype has, each with one entry per table. */
  const outcomes = states.map((state) => steps.outcomesAt(state))
  return {
    /** Number of steps through the tables that building took; each set takes as many again. */
    steps: nextAt.reduce((sum, next) => sum + next.length, 0),
    outcomes,
    /** The genotypes with accepted outcomes. @param isAccepted by index in `outcomes` */
    genotypesWith: (isAccepted: (place: number) => boolean): GenotypeSet => {
      const terminalNodes = outcomes.map((_, place) => (isAccepted(place) ? ACCEPT : REJECT))
      const paths = pathsTo(
        inputsAt.map(({ length }) => length),
        nextAt,
        terminalNodes,
      )
      const unions = inputsAt.map((all) => createUnions(all.map(({ set }) => set)))
      return merged(paths, places.length).map(
        (path): Rectangle =>
          new Map(
            path.flatMap((inputs, p) => {
              // A locus at which every input is accepted does not matter.
              if (inputs.length === inputsAt[p]?.length) return []
              return [[places[p]?.locus.index ?? 0, unions[p]?.(inputs) ?? new Uint8Array()]]
            }),
          ),
      )
    },
  }
}

/** @param place index of the locus */
function inputsOf(
  own: LocusCopies,
  place: number,
  genotypes: Genotypes,
  steps: TableSteps,
): readonly Input[] {
  const { locus, copies, classOf, examples } = own
  const n = copies.length
  const inputs = new Map<GroupInput, Input>()
  const members = examples.map((_, each) => [...copies.keys()].filter((copy) => classOf[copy] === each))
  const isNone = members.map(([first]) => isMissing(own, first))
  examples.forEach((a, i) => {
    for (let j = i; j < examples.length; j++) {
      if (isNone[i] === true && isNone[j] === true) continue
      const moves = steps.inputOf(place, [genotypes.of(locus, [pairOf(a, examples[j] ?? [])])])
      const { set } = inputs.get(moves) ?? { set: new Uint8Array(n * n) }
      inputs.set(moves, { moves, set })
      for (const one of members[i] ?? [])
        for (const other of members[j] ?? []) set[one * n + other] = set[other * n + one] = 1
    }
  })
  return [...inputs.values()]
}

/** Paths to ACCEPT. @param counts number of inputs per locus @param terminalNodes the node of each last state */
function pathsTo(
  counts: readonly number[],
  nextAt: readonly (readonly number[])[],
  terminalNodes: readonly number[],
): readonly Path[] {
  const nodes: Node[] = [[], []]
  // Node per state before a locus, from the last locus backwards.
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
  const pathsFrom = (from: number): readonly Path[] =>
    from === ACCEPT
      ? [[]]
      : (nodes[from] ?? []).flatMap(({ inputs, to }) => pathsFrom(to).map((path) => [inputs, ...path]))
  return pathsFrom(nodeOf[0] ?? REJECT)
}

/** Repeatedly merges paths that differ at one locus only. */
function merged(paths: readonly Path[], loci: number): readonly Path[] {
  let all = paths
  for (let changed = true; changed;) {
    const before = all.length
    for (let place = 0; place < loci && all.length > 1; place++) {
      const byOthers = new Map<string, Path>()
      for (const path of all) {
        const key = path.map((inputs, p) => (p === place ? '' : inputs.join())).join('|')
        const known = byOthers.get(key)
        const inputs = [...(known?.[place] ?? []), ...(path[place] ?? [])].sort((a, b) => a - b)
        byOthers.set(key, path.with(place, inputs))
      }
      all = [...byOthers.values()]
    }
    changed = all.length < before
  }
  return all
}

/** Unions of sets, by their indices. Memoized, because many paths take the same inputs. */
function createUnions(sets: readonly Uint8Array[]): (places: readonly number[]) => Uint8Array {
  const made = new Map<string, Uint8Array>()
  return (places) => {
    const key = places.join()
    const union = made.get(key) ?? new Uint8Array(sets[0]?.length ?? 0)
    if (made.has(key)) return union
    made.set(key, union)
    for (const place of places) {
      const set = sets[place] as Uint8Array
      for (let i = 0; i < set.length; i++) if (set[i] === 1) union[i] = 1
    }
    return union
  }
}
