/**
 * A set of genotypes as a list of disjoint rectangles, each a product of sets of pairs, level by level. What tables make
 * of some levels is walked as one decision diagram, futures that are equal being one, so that a path is a rectangle.
 * Guarantees: exact, whatever the tables say; levels that do not matter hold everything; rectangles that differ on one
 * level only are one.
 */
import type { GroupInput, StateKey, TableSteps } from '../../model/by-coat/table-steps.js'
import type { Outcome } from '../../model/model.js'
import type { Level } from './levels.js'

/** Level by index → copy × copy → 1 where it is in the set. A level that is not there holds everything. */
export type Rectangle = ReadonlyMap<number, Uint8Array>

export interface Space {
  /** The outcomes, one for each table, that some genotype has. */
  readonly outcomes: readonly (readonly Outcome[])[]
  /** The genotypes whose outcomes are accepted. */
  readonly rectangles: (isAccepted: (outcomes: readonly Outcome[]) => boolean) => readonly Rectangle[]
}

/** Pairs of a level that the tables do not tell apart. */
interface Input {
  readonly moves: GroupInput
  readonly pairs: readonly (readonly [number, number])[]
}

/** What leads on from a node: sets of inputs, each to another node. Node 0 leads nowhere. */
interface Node {
  readonly ways: readonly { readonly inputs: readonly number[]; readonly to: number }[]
}

/** @param levels all that the tables read @param steps through these levels */
export function spaceOver(levels: readonly Level[], steps: TableSteps): Space {
  const inputsAt = levels.map((level, place): readonly Input[] => {
    const inputs = new Map<GroupInput, (readonly [number, number])[]>()
    for (let a = 0; a < level.size; a++) {
      for (let b = a; b < level.size; b++) {
        const genotypes = level.genotypesOf(a, b)
        if (genotypes === undefined) continue
        const moves = steps.inputOf(place, genotypes)
        const known = inputs.get(moves)
        if (known === undefined) inputs.set(moves, [[a, b]])
        else known.push([a, b])
      }
    }
    return [...inputs].map(([moves, pairs]) => ({ moves, pairs }))
  })
  const outcomesAt = finalStates(inputsAt, steps)
  return {
    outcomes: [...outcomesAt.values()],
    rectangles: (isAccepted) => {
      const isIn = new Map([...outcomesAt].map(([state, outcomes]) => [state, isAccepted(outcomes)]))
      const paths = pathsTo(inputsAt, steps, (state) => isIn.get(state) === true)
      return merged(paths, inputsAt.length).map((path) => rectangleOf(path, levels, inputsAt))
    },
  }
}

function finalStates(
  inputsAt: readonly (readonly Input[])[],
  steps: TableSteps,
): ReadonlyMap<StateKey, readonly Outcome[]> {
  let states = new Set([steps.start])
  for (const inputs of inputsAt) {
    const next = new Set<StateKey>()
    for (const state of states) for (const { moves } of inputs) next.add(steps.after(state, moves))
    states = next
  }
  return new Map([...states].map((state) => [state, steps.outcomesAt(state)]))
}

function pathsTo(
  inputsAt: readonly (readonly Input[])[],
  steps: TableSteps,
  isIn: (state: StateKey) => boolean,
): readonly Path[] {
  const nodes: (Node | undefined)[] = [undefined, { ways: [] }]
  const interned = new Map<string, number>()
  const known = inputsAt.map(() => new Map<StateKey, number>())
  const nodeAt = (place: number, state: StateKey): number => {
    const inputs = inputsAt[place]
    if (inputs === undefined) return isIn(state) ? 1 : 0
    const met = known[place]?.get(state)
    if (met !== undefined) return met
    const ways = new Map<number, number[]>()
    inputs.forEach(({ moves }, input) => {
      const to = nodeAt(place + 1, steps.after(state, moves))
      if (to !== 0) ways.set(to, [...(ways.get(to) ?? []), input])
    })
    const key = `${place}:${[...ways].map(([to, own]) => `${to}=${own.join()}`).join(' ')}`
    let node = ways.size === 0 ? 0 : interned.get(key)
    if (node === undefined) {
      node = nodes.length
      nodes.push({ ways: [...ways].map(([to, own]) => ({ to, inputs: own })) })
      interned.set(key, node)
    }
    known[place]?.set(state, node)
    return node
  }
  return pathsFrom(nodes, nodeAt(0, steps.start))
}

/** By level, the inputs taken. */
type Path = readonly (readonly number[])[]

function pathsFrom(nodes: readonly (Node | undefined)[], from: number): readonly Path[] {
  const node = nodes[from]
  if (node === undefined) return []
  if (node.ways.length === 0) return [[]]
  return node.ways.flatMap(({ inputs, to }) => pathsFrom(nodes, to).map((path) => [inputs, ...path]))
}

/** Joins two paths that differ on one level only, as long as there are such. */
function merged(paths: readonly Path[], levels: number): readonly Path[] {
  let all = paths
  for (let changed = true; changed;) {
    const before = all.length
    for (let level = 0; level < levels; level++) {
      const byOthers = new Map<string, Path>()
      for (const path of all) {
        const key = path.map((inputs, l) => (l === level ? '' : inputs.join())).join('|')
        const known = byOthers.get(key)
        const inputs = [...(known?.[level] ?? []), ...(path[level] ?? [])].sort((a, b) => a - b)
        byOthers.set(key, path.with(level, inputs))
      }
      all = [...byOthers.values()]
    }
    changed = all.length < before
  }
  return all
}

function rectangleOf(
  path: Path,
  levels: readonly Level[],
  inputsAt: readonly (readonly Input[])[],
): Rectangle {
  return new Map(
    path.flatMap((inputs, place) => {
      const level = levels[place] as Level
      const all = inputsAt[place] ?? []
      if (inputs.length === all.length) return []
      const set = new Uint8Array(level.size ** 2)
      for (const input of inputs) {
        for (const [a, b] of all[input]?.pairs ?? []) {
          set[a * level.size + b] = 1
          set[b * level.size + a] = 1
        }
      }
      return [[level.index, set] as const]
    }),
  )
}
